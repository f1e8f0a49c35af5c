import { Field, TextArea } from '../../../ui/field.tsx'
import { FRONT_LAYOUTS, FRONT_LIMIT, type FrontErrors, type FrontFormValues } from '../fronts/fronts.ts'
import { Choice } from './face-fields.tsx'
import { layoutLabels, toFrontError, toMissing, topicLabels } from './messages.ts'
import styles from './faces.module.css'

/** An article that the front page may show. */
export interface ChoosableArticle {
  path: string
  title: string
}

interface FrontFieldsProps {
  typed: FrontFormValues
  errors: FrontErrors
  missing: string[]
  newest: ChoosableArticle[]
}

/** The fields for the front page of a site. Left empty, it edits itself. */
export const FrontFields = ({ typed, errors, missing, newest }: FrontFieldsProps) => (
  <fieldset>
    <legend className="mb-1.5 font-[550]">Front page</legend>
    <p className="mb-4 text-small text-muted">Without a choice, it shows the newest articles.</p>
    {missing.length > 0 && <p className="mb-2 text-small wrap-anywhere text-warn">{toMissing(missing)}</p>}
    <div className={styles.choices}>
      <Choice
        label="Layout"
        name="layout"
        labels={layoutLabels}
        choices={FRONT_LAYOUTS}
        chosen={typed.layout}
      />
      <Choice
        label="Trending topics"
        name="topicsFrom"
        labels={topicLabels}
        choices={['lately']}
        chosen={typed.topicsFrom}
      />
    </div>
    <Field
      label="Topics"
      name="topics"
      autoComplete="off"
      defaultValue={typed.topics}
      error={errors.topics && toFrontError(errors.topics)}
      hint={`Tags with commas between them, at most ${FRONT_LIMIT.topics}.`}
    />
    <Field
      label="Lead story"
      name="lead"
      list="newest-articles"
      autoComplete="off"
      defaultValue={typed.lead}
      error={errors.lead && toFrontError(errors.lead)}
      hint="The address of an article. Empty: the newest one."
    />
    <datalist id="newest-articles">
      {newest.map(({ path, title }) => (
        <option key={path} value={path}>
          {title}
        </option>
      ))}
    </datalist>
    <TextArea
      label="Sections"
      name="sections"
      rows={4}
      placeholder={'Science\nOn the coast | sea\nOur choice | /article/high-water /article/low-water'}
      defaultValue={typed.sections}
      error={errors.sections && toFrontError(errors.sections)}
      hint={`A line for each, at most ${FRONT_LIMIT.sections}: a category or a tag, or words, a bar, and a tag or the addresses of articles.`}
    />
    <TextArea
      label="Headlines of the news strip"
      name="news"
      rows={3}
      placeholder="/article/high-water"
      defaultValue={typed.news}
      error={errors.news && toFrontError(errors.news)}
      hint={`A line for the address of each article, at most ${FRONT_LIMIT.news}. Empty: the newest ones.`}
    />
  </fieldset>
)
