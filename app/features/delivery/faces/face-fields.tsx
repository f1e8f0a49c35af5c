import { Field, TextArea } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { UPLOAD_TYPES } from '../../articles/pictures/pictures.ts'
import {
  FACE_COLOURS,
  FACE_COVERS,
  FACE_LANGUAGES,
  FACE_MENUS,
  FACE_PICTURES,
  FACE_TYPES,
  type FaceErrors,
  type FaceFormValues,
  type FaceOutcome,
  type FacePicture,
  FOOTER_LIMIT,
} from './faces.ts'
import {
  colourLabels,
  coverLabels,
  languageLabels,
  menuLabels,
  pictureHints,
  pictureLabels,
  toCategoriesError,
  toColourError,
  toDeadLinks,
  toLinksError,
  typeLabels,
} from './messages.ts'
import { useLogoUpload } from './use-logo-upload.ts'
import styles from './faces.module.css'

interface FieldsProps {
  typed: FaceFormValues
}

/** The fields for the colours of a face. */
export const ColourFields = ({ typed, errors }: FieldsProps & { errors: FaceErrors }) => (
  <>
    <div className={styles.colours}>
      {FACE_COLOURS.map((name) => (
        <Field
          key={name}
          type="color"
          label={colourLabels[name]}
          name={name}
          defaultValue={typed[name]}
          error={errors[name] && toColourError(name, errors[name])}
        />
      ))}
    </div>
    <p className="mb-4 text-small text-muted">
      All other colours follow from these three. What could not be read well is refused.
    </p>
  </>
)

/** The fields for the language, the fonts and the drawn covers of a face. */
export const StyleFields = ({ typed }: FieldsProps) => (
  <div className={styles.choices}>
    <Choice
      label="Language"
      name="language"
      labels={languageLabels}
      choices={FACE_LANGUAGES}
      chosen={typed.language}
    />
    <Choice label="Type" name="type" labels={typeLabels} choices={FACE_TYPES} chosen={typed.type} />
    <Choice
      label="Inks of drawn covers"
      name="covers"
      labels={coverLabels}
      choices={FACE_COVERS}
      chosen={typed.covers}
    />
  </div>
)

interface ChoiceProps<Name extends string> {
  label: string
  name: string
  labels: Record<Name | '', string>
  choices: readonly Name[]
  chosen: string
}

/** A choice of one of several names; the first one is empty. */
export const Choice = <Name extends string>({ label, name, labels, choices, chosen }: ChoiceProps<Name>) => (
  <label className="mb-4 block min-w-0">
    <span className="mb-1.5 block text-small font-[550]">{label}</span>
    <select className="input" name={name} defaultValue={chosen}>
      {(['', ...choices] as const).map((choice) => (
        <option key={choice} value={choice}>
          {labels[choice]}
        </option>
      ))}
    </select>
  </label>
)

/** The fields for the menu and the footer of a face. */
export const LinkFields = ({ typed, errors, dead }: FieldsProps & { errors: FaceErrors; dead: string[] }) => (
  <>
    {dead.length > 0 && <p className="mb-2 text-small text-warn">{toDeadLinks(dead)}</p>}
    {FACE_MENUS.map((name) => (
      <TextArea
        key={name}
        label={menuLabels[name]}
        name={name}
        rows={4}
        placeholder="About us | /about"
        defaultValue={typed[name]}
        error={errors[name] && toLinksError(errors[name])}
        hint="A line for each link: its words, a bar, its address. Empty: the usual links."
      />
    ))}
    <Field
      label="Line in the footer"
      name="footerText"
      maxLength={FOOTER_LIMIT}
      autoComplete="off"
      defaultValue={typed.footerText}
    />
  </>
)

/** The field for the categories of a site. */
export const CategoryField = ({ typed, errors }: FieldsProps & { errors: FaceErrors }) => (
  <TextArea
    label="Categories"
    name="categories"
    rows={4}
    placeholder={'NASA | nasa, space | All about rockets\niPhone'}
    defaultValue={typed.categories}
    error={errors.categories && toCategoriesError(errors.categories)}
    hint="A line for each, in their order: its name, a bar, its tags, a bar, a description. Empty: the usual eight."
  />
)

/** The fields for the logos and the icon of a face. */
export const PictureFields = ({ typed, errors }: FieldsProps & { errors: FaceOutcome['pictureErrors'] }) => (
  <div className={styles.choices}>
    {FACE_PICTURES.map((name) => (
      <PictureField key={name} name={name} path={typed[name]} error={errors?.[name]} />
    ))}
  </div>
)

interface PictureFieldProps {
  name: FacePicture
  path: string
  error: string | undefined
}

// With scripts a chosen file goes to the library at once, so that the preview shows it. Without, it goes with the form.
function PictureField({ name, path, error }: PictureFieldProps) {
  const upload = useLogoUpload(path)
  return (
    <div className={styles.picture}>
      <input type="hidden" name={name} value={upload.path} />
      <FileField
        key={upload.path} // the file of a stored picture is not sent again
        label={pictureLabels[name]}
        name={`${name}File`}
        accept={UPLOAD_TYPES.join(',')}
        error={upload.problem ?? error}
        hint={pictureHints[name]}
        onChange={upload.choose}
      />
      {upload.path && (
        <>
          <img src={upload.path} alt={`The chosen ${pictureLabels[name].toLowerCase()}`} />
          <label className="flex items-center gap-2 text-small">
            <input type="checkbox" name={`${name}Remove`} /> Remove it
          </label>
        </>
      )}
    </div>
  )
}
