// One call: its parameters, its answer, and a request to send with the rights of the session.
import { Alert, Button, Input, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { jsonObjectIn } from '../../../../manifest/json/jsonText'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'
import { chooseVariant, exampleOf, rowsOf, type ApiCall, type ApiDocument, type SchemaRow } from './apiDocument'
import styles from './apiReference.module.css'

interface CallDetailProps {
  readonly document: ApiDocument
  readonly call: ApiCall
}

export function CallDetail({ document, call }: CallDetailProps) {
  const { t } = useTranslator()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { variant, choices } = useMemo(
    () => chooseVariant(document, call.request ?? {}, chosen),
    [document, call, chosen],
  )
  const answer = variant['x-answer'] ?? call.answer
  const isTried = call.request !== undefined && call.answer !== undefined
  return (
    <article className={styles.detail} aria-label={call.summary}>
      <h2>{call.summary}</h2>
      <code className={styles.address}>
        {call.method} {call.path}
      </code>
      {choices.map(({ property, options, value }, depth) => (
        <label key={property} className={styles.choice}>
          <span>{property}</span>
          <Select
            showSearch
            aria-label={property}
            optionFilterProp="label"
            value={value}
            options={options.map((option) => ({ value: option.value, label: `${option.title} · ${option.value}` }))}
            onChange={(next) => setChosen([...choices.slice(0, depth).map((choice) => choice.value), next])}
          />
        </label>
      ))}
      <SchemaTable title={t('api.request')} rows={rowsOf(document, variant)} />
      {isTried ? (
        <TryCall
          key={choices.map(({ value }) => value).join(' ')}
          path={call.path}
          example={JSON.stringify(exampleOf(document, variant), undefined, 2)}
        />
      ) : null}
      <SchemaTable title={t('api.answer')} rows={answer ? rowsOf(document, answer) : []} />
    </article>
  )
}

function SchemaTable({ title, rows }: { readonly title: string; readonly rows: readonly SchemaRow[] }) {
  const { t } = useTranslator()
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section>
      <h3 id={id}>{title}</h3>
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby={id}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t('api.name')}</th>
              <th scope="col">{t('api.title')}</th>
              <th scope="col">{t('api.required')}</th>
              <th scope="col">{t('api.type')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, type, required, title: meaning }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{meaning}</td>
                <td>{required ? t('api.yes') : ''}</td>
                <td>
                  <code>{type}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Sends the request unchanged; it has its full effect. */
function TryCall({ path, example }: { readonly path: string; readonly example: string }) {
  const { client } = useRuntime()
  const { t } = useTranslator()
  const [body, setBody] = useState(example)
  const { busy: sending, runCall } = useBusyCall()
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>()
  const id = useId()
  const request = jsonObjectIn(body)
  const send = () => {
    const work = async () => {
      const data = await client.post<unknown>(path, request, { quiet: true })
      setOutcome({ failed: false, text: JSON.stringify(data, undefined, 2) })
    }
    return runCall(work, ({ message }) => setOutcome({ failed: true, text: message }))
  }
  return (
    <section className={styles.try}>
      <h3 id={id}>{t('api.example')}</h3>
      <Input.TextArea
        aria-labelledby={id}
        autoSize={{ minRows: 4, maxRows: 16 }}
        status={request ? '' : 'error'}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <p>{t('api.tryHint')}</p>
      <Button loading={sending} disabled={!request} onClick={() => void send()}>
        {t('api.try')}
      </Button>
      <div role="status">
        {outcome?.failed ? <Alert type="error" showIcon message={outcome.text} /> : null}
        {outcome && !outcome.failed ? (
          <pre tabIndex={0} aria-label={t('api.outcome')}>
            {outcome.text}
          </pre>
        ) : null}
      </div>
    </section>
  )
}
