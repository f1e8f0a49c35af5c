import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { IMPORT_FILE_LIMIT, IMPORT_PATH } from './imports.ts'
import { checkFiles, type ChosenFolder, useFolder } from './use-folder.ts'
import styles from './imports.module.css'

const SOURCES = [
  { name: 'WordPress', file: '.xml or .zip', where: 'Tools → Export → All content' },
  { name: 'Ghost', file: '.json', where: 'Settings → Import/Export → Export' },
  { name: 'Medium', file: '.zip', where: 'Settings → Security and apps → Download your information' },
  { name: 'Substack', file: '.zip', where: 'Settings → Exports → Create new export' },
  {
    name: 'Markdown',
    file: '.md or .zip',
    where:
      'The articles of Jekyll, Hugo, Astro, Docusaurus and others, best with their whole folder. Also the export of this desk',
  },
  {
    name: 'Blogger',
    file: '.xml or .zip',
    where: 'Settings → Manage blog → Back up content, or Google Takeout',
  },
  { name: 'Notion', file: '.zip', where: 'Settings → Export all workspace content → Markdown & CSV' },
  { name: 'Squarespace', file: '.xml', where: 'Settings → Import & export content → Export → WordPress' },
  { name: 'Tumblr', file: '.zip', where: 'Settings of the blog → Export' },
  { name: 'Movable Type', file: '.txt', where: 'Tools → Export entries. TypePad and Hatena write it, too' },
  { name: 'Write.as', file: '.json', where: 'Account → Export → JSON' },
  {
    name: 'A feed',
    file: '.xml',
    where: 'The RSS or Atom feed of any site. It has the newest articles only',
  },
  { name: 'NDJSON', file: '.ndjson', where: 'One article a line, written by a program of yours' },
]

// React passes the attribute on, but its types do not know it.
const FOLDER = { webkitdirectory: '' }

interface UploadFormProps {
  ownsSite: boolean
  busy: string | undefined
}

/** The form that uploads files or a folder, with advice on where to find them. */
export const UploadForm = (props: UploadFormProps) => (
  <div className={styles.upload}>
    <section className="panel" aria-labelledby="upload">
      <h2 id="upload">Bring your articles</h2>
      <p className="panel-lead">
        Choose an export of your old site. Nothing is added before you have seen what would come in.
      </p>
      <FilesForm {...props} />
    </section>
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">Where to find the file</h2>
      <dl className={styles.sources}>
        {SOURCES.map(({ name, file, where }) => (
          <div key={name}>
            <dt>
              {name} <span>{file}</span>
            </dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
    </section>
  </div>
)

const OldSiteField = () => (
  <Field
    label="Address of your old site"
    name="from"
    type="text"
    inputMode="url"
    autoComplete="url"
    placeholder="https://old.example"
    maxLength={500}
    hint="Not needed for most exports of WordPress. Pictures and links that are relative to it are completed with it."
  />
)

const toFolderSentence = ({ files, leavesPictures }: ChosenFolder) =>
  `${files.length.toLocaleString('en-US')} of its files are sent: ${
    leavesPictures
      ? 'those that may be articles. With the pictures they would be too many or too large.'
      : 'those that may be articles, and pictures.'
  }`

function FilesForm({ ownsSite, busy }: UploadFormProps) {
  const { folder, takeFolder, send } = useFolder()
  return (
    <Form method="post" action={IMPORT_PATH} encType="multipart/form-data" onSubmit={send}>
      <FileField
        label="Export files"
        name="file"
        multiple
        required={folder === undefined}
        onChange={checkFiles}
        accept=".zip,.xml,.atom,.rss,.json,.ndjson,.jsonl,.md,.mdx,.markdown,.txt,.csv,.gz,image/*"
        lead="Choose files, or drop them here"
        hint={`One or several, up to ${IMPORT_FILE_LIMIT.text} together. Markdown files may come with their pictures.${ownsSite ? ' Old addresses lead to the articles from then on.' : ''}`}
      />
      <div className="needs-scripts mb-4">
        <FileField
          label="Or a folder"
          name="folder"
          isLocal
          {...FOLDER}
          onChange={takeFolder}
          lead="Choose a folder, or drop it here"
          hint={
            <span aria-live="polite">
              {folder === undefined
                ? 'Of Markdown with its pictures, or an export of Medium or Substack that is unpacked.'
                : toFolderSentence(folder)}
            </span>
          }
        />
      </div>
      <OldSiteField />
      <Button isPrimary busy={busy !== undefined} busyText="Sending and reading...">
        See what would come in
      </Button>
    </Form>
  )
}
