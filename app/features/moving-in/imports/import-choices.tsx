import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { Field } from '../../../ui/field.tsx'
import { FIELDS } from '../../articles/fields/fields.ts'
import { TickAll } from '../../../ui/tick-all.tsx'
import { listGroups, type TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { countArticles, type CurrentImport } from './imports.ts'
import styles from './imports.module.css'

interface ChoicesProps {
  counts: CurrentImport['counts']
  /** The sites that the account may publish to. */
  sites: TargetSite[]
  /** The name that is suggested as the author. */
  author: string
}

/** The choices of a user who starts an import: how articles come in, with which author, and on which sites. */
export const ImportChoices = ({ counts, sites, author }: ChoicesProps) => (
  <>
    {counts.new > 0 && <PublishChoice counts={counts} />}
    {counts.new > 0 && <AuthorChoice author={author} />}
    {sites.length > 1 ? (
      <SiteChoice sites={sites} />
    ) : (
      <input type="hidden" name="siteIds" value={MAIN_SITE_ID} />
    )}
    {counts.changed > 0 && <UpdateChoice counts={counts} />}
    <PicturesChoice />
  </>
)

const PublishChoice = ({ counts }: Pick<ChoicesProps, 'counts'>) => (
  <fieldset className={styles.choices}>
    <legend>New articles</legend>
    <label className="choice">
      <input type="radio" name="as" value="file" defaultChecked />
      <span className="font-[550]">Publish what was public</span>
      <span className="text-small text-muted">{toPublicSentence(counts)}</span>
    </label>
    <label className="choice">
      <input type="radio" name="as" value="drafts" />
      <span className="font-[550]">Everything new as a draft</span>
      <span className="text-small text-muted">
        Readers see nothing of it before you publish it. It then has the date of that day.
      </span>
    </label>
  </fieldset>
)

function toPublicSentence({ new: all, newPublic, newPlanned }: CurrentImport['counts']): string {
  if (newPublic + newPlanned === 0) return 'None of the new articles was public: all become drafts.'
  return [
    newPublic > 0 && toAppearSentence(all, newPublic),
    newPlanned > 0 && `${countArticles(newPlanned)} ${newPlanned === 1 ? 'is' : 'are'} planned for later.`,
    all > newPublic + newPlanned && 'The others become drafts.',
  ]
    .filter(Boolean)
    .join(' ')
}

function toAppearSentence(all: number, newPublic: number): string {
  const appears = `at once, with ${newPublic === 1 ? 'its date' : 'their dates'}`
  if (newPublic === all && all > 1) return `All ${countArticles(all)} appear ${appears}.`
  return `${countArticles(newPublic)} ${newPublic === 1 ? 'appears' : 'appear'} ${appears}.`
}

const AuthorChoice = ({ author }: Pick<ChoicesProps, 'author'>) => (
  <fieldset className={styles.choices}>
    <legend>Author</legend>
    <label className="choice">
      <input type="radio" name="by" value="file" defaultChecked />
      <span className="font-[550]">As in the file</span>
      <span className="text-small text-muted">{`Articles without a name get ${author}.`}</span>
    </label>
    <label className="choice">
      <input type="radio" name="by" value="one" />
      <span className="font-[550]">One name for all new articles</span>
    </label>
    <div className={styles.author}>
      <Field
        label="Name of the author"
        name="author"
        defaultValue={author}
        maxLength={FIELDS.author.limit}
        autoComplete="off"
      />
    </div>
  </fieldset>
)

const SiteChoice = ({ sites }: Pick<ChoicesProps, 'sites'>) => (
  <fieldset className={styles.choices}>
    <legend>Sites</legend>
    <p className="text-small text-muted">
      What becomes public appears on these sites. A draft is on no site until you publish it.
    </p>
    <TickAll count={sites.length} groups={listGroups(sites)} />
    {sites.map(({ id, name, url, kind }) => (
      <label key={id} className="choice">
        <input type="checkbox" name="siteIds" value={id} defaultChecked={kind === 'main'} />
        <span className="font-[550] wrap-anywhere">{name}</span>
        <span className="text-small wrap-anywhere text-muted">{url}</span>
      </label>
    ))}
  </fieldset>
)

const UpdateChoice = ({ counts: { changed } }: Pick<ChoicesProps, 'counts'>) => (
  <label className="choice mb-4">
    <input type="checkbox" name="updates" value="1" defaultChecked />
    <span className="font-[550]">Update what you have</span>
    <span className="text-small text-muted">
      {countArticles(changed)} {changed === 1 ? 'has' : 'have'} another text in the file. The text that you
      have stays among the revisions.
    </span>
  </label>
)

const PicturesChoice = () => (
  <label className="choice mb-4">
    <input type="checkbox" name="pictures" value="1" />
    <span className="font-[550]">Bring the pictures over</span>
    <span className="text-small text-muted">
      Images of other sites are fetched after the import and kept here. What cannot be fetched stays where it
      is, and is named.
    </span>
  </label>
)
