import { Link } from 'react-router'
import { Bar } from '../../../ui/bar.tsx'
import { AllWell, List } from '../../../ui/list.tsx'
import { findingTexts } from './messages.ts'
import { AUDIT_PATH, FINDING_KINDS, type Finding, type FindingKind, type FindingPage } from './audit.ts'
import styles from './audit.module.css'
import { formatCount } from '../../../shared/text.ts'

interface AuditFindingsProps {
  counts: Partial<Record<FindingKind, number>>
  listed: FindingPage | undefined
}

const toAddress = (kind: FindingKind) => `${AUDIT_PATH}?kind=${kind}`

/** Shows the number of findings of each kind, and one page of the findings of one kind. */
export const AuditFindings = ({ counts, listed }: AuditFindingsProps) => (
  <div className={styles.parts}>
    <Kinds counts={counts} open={listed?.kind} />
    {listed ? <Findings listed={listed} /> : <NothingFound />}
  </div>
)

/** Every kind with its count, as a link to its list. */
function Kinds({ counts, open }: { counts: AuditFindingsProps['counts']; open: FindingKind | undefined }) {
  const most = Math.max(1, ...Object.values(counts))
  return (
    <nav className={`panel ${styles.kinds}`} aria-labelledby="audit-kinds">
      <h2 id="audit-kinds">What was found</h2>
      <ul>
        {FINDING_KINDS.map((kind) => {
          const { [kind]: count = 0 } = counts
          const isCounted = kind in counts || !isOfLinks(kind)
          return (
            <li key={kind} className={count ? undefined : styles.isNone}>
              <Link to={toAddress(kind)} preventScrollReset aria-current={kind === open ? 'true' : undefined}>
                <span>{findingTexts[kind].label}</span>
                <b>{isCounted ? formatCount(count) : 'Not counted'}</b>
                <Bar share={count / most} />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const isOfLinks = (kind: FindingKind) => kind === 'broken-links' || kind === 'orphans'

function Findings({ listed }: { listed: FindingPage }) {
  const { kind, findings } = listed
  const { label, why, describe } = findingTexts[kind]
  const head = (
    <>
      <h2>{label}</h2>
      <p className="panel-lead">{why}</p>
    </>
  )
  return (
    <List id="findings" title={label} head={head} pages={{ ...listed, path: toAddress(kind) }}>
      {findings.length === 0 ? (
        <AllWell>Nothing of this kind.</AllWell>
      ) : (
        <ul className="findings">
          {findings.map((finding) => (
            <Row key={finding.id} finding={finding} description={describe(finding.detail)} />
          ))}
        </ul>
      )}
    </List>
  )
}

const Row = ({ finding, description }: { finding: Finding; description: string }) => (
  <li>
    <p className="font-semibold wrap-anywhere">
      <Link className="link" to={finding.editPath}>
        {finding.title}
      </Link>
      {finding.isChanged && <span className="changed-since">Changed since</span>}
    </p>
    <p className="finding-in">{description}</p>
  </li>
)

const NothingFound = () => (
  <section className="panel">
    <AllWell>Nothing to mend: every page has what it needs.</AllWell>
  </section>
)
