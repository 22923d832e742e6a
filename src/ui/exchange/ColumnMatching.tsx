// Lets the user match columns of a file to fields where the headings do not match.
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ColumnMatches, MatchedHeadings } from '../../protocol/exchange/exchangeCalls'
import { useTranslator } from '../../client/context/clientContext'
import styles from './exchange.module.css'

const none = ''

interface ColumnMatchingProps {
  readonly matching: MatchedHeadings
  readonly busy: boolean
  /** With the columns that were changed. */
  readonly onMatch: (columns: ColumnMatches) => void
}

export function ColumnMatching({ matching: { headings, fields }, busy, onMatch }: ColumnMatchingProps) {
  const { t, pick } = useTranslator()
  const [matches, setMatches] = useState<ColumnMatches>(() =>
    Object.fromEntries(headings.map(({ heading, field }) => [heading, field])),
  )
  const taken = new Set(Object.values(matches))
  const changed = headings.filter(({ heading, field }) => matches[heading] !== field).map(({ heading }) => heading)
  return (
    <div className={styles.matching}>
      <p>{t('exchange.matchHint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('exchange.matchHeading')}</th>
            <th scope="col">{t('exchange.matchField')}</th>
          </tr>
        </thead>
        <tbody>
          {headings.map(({ heading }, index) => (
            <tr key={index}>
              <th scope="row">{heading}</th>
              <td>
                <Select
                  aria-label={heading}
                  className={styles.matchField}
                  showSearch
                  optionFilterProp="label"
                  disabled={busy}
                  value={matches[heading] ?? none}
                  onChange={(name) => setMatches({ ...matches, [heading]: name === none ? null : name })}
                  options={[
                    { value: none, label: t('exchange.matchNone') },
                    ...fields.map(({ name, title }) => ({
                      value: name,
                      label: pick(title),
                      disabled: taken.has(name) && matches[heading] !== name,
                    })),
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        type="primary"
        disabled={changed.length === 0}
        loading={busy}
        onClick={() => onMatch(Object.fromEntries(changed.map((heading) => [heading, matches[heading] ?? null])))}
      >
        {t('exchange.matchAgain')}
      </Button>
    </div>
  )
}
