// The address of a new app as a picture that its camera reads: dark on light in either theme.
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
