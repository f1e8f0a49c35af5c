import { Link } from 'react-router'
import { Bar } from '../../ui/bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { findingTexts } from './messages.ts'
import { AUDIT_PATH, FINDING_KINDS, type Finding, type FindingKind, type FindingPage } from './site-audit.ts'

interface AuditFindingsProps {
  counts: Partial<Record<FindingKind, number>>
  listed: FindingPage | undefined
}

const toAddress = (kind: FindingKind) => `${AUDIT_PATH}?kind=${kind}`
const toText = (count: number) => count.toLocaleString('en-US')

/** How much of what was found, and a page of one kind of it. */
export const AuditFindings = ({ counts, listed }: AuditFindingsProps) => (
  <div className="audit-parts">
    <Kinds counts={counts} open={listed?.kind} />
    {listed ? <Findings listed={listed} /> : <AllWell />}
  </div>
)

/** Every kind with its count: those that were found first, each a link to its list. */
function Kinds({ counts, open }: { counts: AuditFindingsProps['counts']; open: FindingKind | undefined }) {
  const most = Math.max(1, ...Object.values(counts))
  return (
    <nav className="panel audit-kinds" aria-labelledby="audit-kinds">
      <h2 id="audit-kinds">What was found</h2>
      <ul>
        {FINDING_KINDS.map((kind) => {
          const count = counts[kind]
          return (
            <li key={kind} className={count ? undefined : 'is-none'}>
              <Link to={toAddress(kind)} preventScrollReset aria-current={kind === open ? 'true' : undefined}>
                <span>{findingTexts[kind].label}</span>
                <b>{count === undefined && isOfLinks(kind) ? 'Not counted' : toText(count ?? 0)}</b>
                <Bar share={(count ?? 0) / most} />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const isOfLinks = (kind: FindingKind) => kind === 'broken-links' || kind === 'orphans'

function Findings({ listed: { kind, findings, page, pageCount } }: { listed: FindingPage }) {
  const { label, why, say } = findingTexts[kind]
  return (
    <section className="panel" id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">{label}</h2>
      <p className="panel-lead">{why}</p>
      {findings.length === 0 ? (
        <p className="gladly">
          <Icon name="check" />
          Nothing of this kind.
        </p>
      ) : (
        <ul className="findings">
          {findings.map((finding) => (
            <Row key={finding.id} finding={finding} said={say(finding.detail)} />
          ))}
        </ul>
      )}
      <div className="mt-5">
        <Pagination page={page} pageCount={pageCount} pathname={toAddress(kind)} hash="#findings" />
      </div>
    </section>
  )
}

const Row = ({ finding: { title, editPath, isChanged }, said }: { finding: Finding; said: string }) => (
  <li>
    <p className="font-semibold wrap-anywhere">
      <Link className="link" to={editPath}>
        {title}
      </Link>
      {isChanged && <span className="changed-since">Changed since</span>}
    </p>
    <p className="finding-in">{said}</p>
  </li>
)

const AllWell = () => (
  <section className="panel">
    <p className="gladly">
      <Icon name="check" />
      Nothing to mend: every page has what it needs.
    </p>
  </section>
)
