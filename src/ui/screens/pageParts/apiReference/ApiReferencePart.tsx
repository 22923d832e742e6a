// A reference of the calls that the session may make, to read and to try.
// Searchable list on the left, description of a call on the right.
import { useQuery } from '@tanstack/react-query'
import { Input, Tag } from 'antd'
import { useId, useMemo, useState } from 'react'
import type { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { BlockState } from '../../common/BlockState'
import { callsIn, type ApiCall, type ApiDocument } from './apiDocument'
import { CallDetail } from './CallDetail'
import styles from './apiReference.module.css'

/** Draws the reference from the OpenAPI document that the server writes for this caller and language. */
export default function ApiReferencePart() {
  const { client } = useRuntime()
  const { language } = useTranslator()
  const { data, error, refetch } = useQuery<ApiDocument, CallError>({
    queryKey: ['apiDocument', language],
    queryFn: async ({ signal }) => {
      const { blob } = await client.download('/api/openapi.json', null, { signal, quiet: true })
      return JSON.parse(await blob.text()) as ApiDocument
    },
  })
  return data ? <Reference document={data} /> : <BlockState error={error} retry={() => void refetch()} rows={8} />
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const { t } = useTranslator()
  const calls = useMemo(() => callsIn(document), [document])
  const [searchText, setSearchText] = useState('')
  const [chosen, setChosen] = useState('list')
  const matching = calls.filter(({ path, summary }) =>
    `${path} ${summary}`.toLowerCase().includes(searchText.trim().toLowerCase()),
  )
  const call = calls.find(({ operationId }) => operationId === chosen) ?? calls[0]!
  return (
    <>
      <p className={styles.introduction}>{document.info.description}</p>
      <div className={styles.reference}>
        <nav aria-label={t('api.calls')}>
          <Input
            allowClear
            aria-label={t('api.search')}
            placeholder={t('api.search')}
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
          />
          {matching.length === 0 ? <p role="status">{t('api.nothing')}</p> : null}
          <div className={styles.groups}>
            {document.tags.map(({ name, description }) => (
              <CallGroup
                key={name}
                title={description}
                calls={matching.filter(({ tags }) => tags.includes(name))}
                chosen={call.operationId}
                choose={setChosen}
              />
            ))}
          </div>
        </nav>
        <CallDetail key={call.operationId} document={document} call={call} />
      </div>
    </>
  )
}

interface CallGroupProps {
  readonly title: string
  readonly calls: readonly ApiCall[]
  readonly chosen: string
  readonly choose: (operationId: string) => void
}

function CallGroup({ title, calls, chosen, choose }: CallGroupProps) {
  const id = useId()
  if (calls.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {calls.map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <button
              type="button"
              aria-current={operationId === chosen ? 'true' : undefined}
              onClick={() => choose(operationId)}
            >
              <span>{summary}</span>
              <code>
                <Tag>{method}</Tag>
                {path}
              </code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
