import { toMoment } from '../../../shared/dates.ts'
import { List } from '../../../ui/list.tsx'
import { engineLabels } from './messages.ts'
import { OUTCOMES } from './outcomes.ts'
import { NOTICES_PATH, type NoticesScreen, type Receipt } from './search-engines.ts'
import styles from './search-engines.module.css'

/** The list of the engines' answers, the newest first. */
export const NoticeHistory = ({ receipts, total, ...range }: NoticesScreen['history']) => (
  <List id="history" title="Answers" pages={{ ...range, path: NOTICES_PATH }}>
    {total === 0 ? (
      <p className="panel-lead">None yet. What each engine answers to a notice is kept here for 90 days.</p>
    ) : (
      <ul className={styles.receipts}>
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} {...receipt} />
        ))}
      </ul>
    )}
  </List>
)

function ReceiptRow({ engine, origin, outcome, status, detail, createdAt, addresses, examples }: Receipt) {
  const { label, tone } = OUTCOMES[outcome]
  return (
    <li>
      <p className={styles.receiptHead}>
        <b>{engineLabels[engine]}</b>
        <span className={`state ${tone}`}>{label}</span>
        <span className="text-small text-muted">
          {new URL(origin).host} · {status === null ? 'no answer' : `status ${status}`} ·{' '}
          <time dateTime={createdAt.toISOString()}>{toMoment(createdAt)}</time>
        </span>
      </p>
      <p>{detail}</p>
      {addresses > 0 && <Examples addresses={addresses} examples={examples} />}
    </li>
  )
}

const Examples = ({ addresses, examples }: Pick<Receipt, 'addresses' | 'examples'>) => (
  <details>
    <summary>
      {addresses === 1 ? 'One page of yours' : `${addresses.toLocaleString('en-US')} pages of yours`}
    </summary>
    <ul className={styles.changedPages}>
      {examples.map((url) => (
        <li key={url} className="wrap-anywhere">
          {url}
        </li>
      ))}
    </ul>
    {addresses > examples.length && (
      <p className="text-small text-muted">
        and {(addresses - examples.length).toLocaleString('en-US')} more
      </p>
    )}
  </details>
)
