// The QR code for a new app: dark on light in either theme, so that cameras can read it.
import { QRCode } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'

export default function FactorQrCode({ address }: { address: string }) {
  const { t } = useTranslator()
  return (
    <QRCode
      aria-label={t('factor.qrCode')}
      value={address}
      type="svg"
      size={184}
      color="#000000"
      bgColor="#ffffff"
      errorLevel="M"
    />
  )
}
