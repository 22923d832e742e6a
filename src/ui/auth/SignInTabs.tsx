// The ways to sign in, as tabs.
import type { PageForm } from '../../manifest/model/block'
import { useTranslator } from '../../client/context/clientContext'
import styles from './signIn.module.css'

interface SignInTabsProps {
  readonly forms: readonly PageForm[]
  readonly chosen: PageForm
  readonly onChange: (form: PageForm) => void
}

export function SignInTabs({ forms, chosen, onChange }: SignInTabsProps) {
  const { pick } = useTranslator()
  const step = (from: number, by: number) => {
    const next = forms[(from + by + forms.length) % forms.length]!
    onChange(next)
    document.getElementById(`tab-${next.name}`)?.focus()
  }
  return (
    <div className={styles.ways} role="tablist">
      {forms.map((form, index) => (
        <button
          key={form.name}
          type="button"
          role="tab"
          id={`tab-${form.name}`}
          aria-selected={form === chosen}
          aria-controls={form === chosen ? `way-${form.name}` : undefined}
          tabIndex={form === chosen ? 0 : -1}
          onClick={() => onChange(form)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft') step(index, -1)
            if (event.key === 'ArrowRight') step(index, 1)
          }}
        >
          {pick(form.title)}
        </button>
      ))}
    </div>
  )
}
