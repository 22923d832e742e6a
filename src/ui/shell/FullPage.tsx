// What does a page say that is not there or not for this person? Why, and the ways on.
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useProduct, useWords } from '../../runtime/runtime'

export function FullPage({ kind, text }: { kind: 'missing' | 'forbidden'; text?: string }) {
  const { t } = useWords()
  const { home } = useProduct()
  const navigate = useNavigate()
  const forbidden = kind === 'forbidden'
  return (
    <div className="shell-full">
      <p className="shell-full-code" aria-hidden="true">
        {forbidden ? '401' : '404'}
      </p>
      <h1>{t(forbidden ? 'shell.forbiddenTitle' : 'shell.missingTitle')}</h1>
      <p>{text || t(forbidden ? 'shell.forbiddenText' : 'shell.missingText')}</p>
      <div className="shell-full-ways">
        <Button onClick={() => void navigate(-1)}>{t('shell.back')}</Button>
        <Button type="primary" onClick={() => void navigate(home, { replace: true })}>
          {t('shell.backHome')}
        </Button>
      </div>
    </div>
  )
}
