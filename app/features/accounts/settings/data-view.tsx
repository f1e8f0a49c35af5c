import { Form } from 'react-router'
import { toLongDate, toMoment } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { type Backups, type Belongings, DELETION_PAUSE_DAYS } from './settings.ts'
import { DATA_TEXTS, toBackupLine, toConsequences } from './messages.ts'

interface DataViewProps {
  /** The own account with its person, or an account of several people. */
  of: 'person' | 'account'
  belongings: Belongings
  /** The time when the account is deleted, if its owner asked for that. */
  deletionDueAt: Date | null
  /** Only for the owner of the site. */
  backups: Backups | undefined
  error?: string | undefined
  busy: boolean
}

/** The download of the account's data, the form that deletes the account, and the backups of the site owner. */
export function DataView({ of, belongings, deletionDueAt, backups, error, busy }: DataViewProps) {
  const texts = DATA_TEXTS[of]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <section className="panel" aria-labelledby="export-title">
        <h2 id="export-title">{texts.exportTitle}</h2>
        <p className="panel-lead">{texts.exported}</p>
        <a className="button" href={texts.exportPath} download>
          {texts.exportButton}
        </a>
      </section>
      {deletionDueAt ? (
        <Leaving texts={texts} dueAt={deletionDueAt} busy={busy} />
      ) : (
        <Deletion texts={texts} belongings={belongings} error={error} busy={busy} />
      )}
      {backups && <BackupsPanel {...backups} />}
    </div>
  )
}

function BackupsPanel(backups: Backups) {
  const { failure } = backups
  return (
    <section className={`panel ${failure ? 'border-s-4 border-s-bad' : ''}`} aria-labelledby="backups-title">
      <h2 id="backups-title">Backups of this installation</h2>
      <p className="panel-lead">{toBackupLine(backups)}</p>
      {failure && (
        <p className="break-words">
          {toMoment(failure.at)}: {failure.sentence}
        </p>
      )}
    </section>
  )
}

type Texts = (typeof DATA_TEXTS)[DataViewProps['of']]

function Leaving({ texts, dueAt, busy }: { texts: Texts; dueAt: Date; busy: boolean }) {
  return (
    <section className="panel border-s-4 border-s-bad" aria-labelledby="leaving-title">
      <h2 id="leaving-title">{texts.leavingTitle}</h2>
      <p className="panel-lead">
        On {toLongDate(dueAt)} it goes for good. Until then you can change your mind.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="keep" />
        <Button isPrimary busy={busy}>
          {texts.keep}
        </Button>
      </Form>
    </section>
  )
}

function Deletion({
  texts,
  belongings,
  error,
  busy,
}: Pick<DataViewProps, 'belongings' | 'error' | 'busy'> & { texts: Texts }) {
  return (
    <section className="panel" aria-labelledby="deletion-title">
      <h2 id="deletion-title">{texts.deletion}</h2>
      <p className="panel-lead">
        It goes {DELETION_PAUSE_DAYS} days after you ask; sign in before then to change your mind. What goes:
      </p>
      <ul className="consequences">
        {toConsequences(belongings).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <Form method="post">
        <IgnoreEnter />
        <AccountField />
        <input type="hidden" name="intent" value="delete" />
        {belongings.articles > 0 && (
          <fieldset className="mb-4 grid gap-2">
            <legend className="mb-1.5 text-small font-[550]">{texts.articles}</legend>
            <Choice
              value="remove"
              title="Remove them"
              detail="From this site and from every other one"
              initial
            />
            <Choice value="keep" title="Leave them" detail="Published as they are, but nobody’s any more" />
          </fieldset>
        )}
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={error}
        />
        <div className="mt-5">
          <Button busy={busy} busyText="Deleting..." isDangerous>
            {texts.deletion}
          </Button>
        </div>
      </Form>
    </section>
  )
}

interface ChoiceProps {
  value: string
  title: string
  detail: string
  initial?: boolean
}

function Choice({ value, title, detail, initial }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="articles" value={value} defaultChecked={initial} />
      <span className="font-[550]">{title}</span>
      <span className="text-small text-muted">{detail}</span>
    </label>
  )
}
