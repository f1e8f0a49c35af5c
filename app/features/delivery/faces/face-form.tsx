import { type ReactNode, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { type ChoosableArticle, FrontFields } from './front-fields.tsx'
import { CategoryField, ColourFields, LinkFields, PictureFields, StyleFields } from './face-fields.tsx'
import { type FaceErrors, type FaceFormValues, type FaceOutcome, NAME_LIMIT, TAGLINE_LIMIT } from './faces.ts'
import { FacePreview } from './face-preview.tsx'

interface FaceFormProps {
  siteId: string
  /** True for the main site, whose name is part of its face. */
  isMain: boolean
  stored: {
    /** The values of the form, and what is wrong with them. */
    typed: FaceFormValues
    errors: FaceErrors
    /** The version of the look that the form begins with. */
    version: number
    /** The number of the last change, if it can be undone. */
    undoable: number | undefined
    /** The addresses of saved links that lead to no page. */
    dead: string[]
    /** The ids of articles of the front page that readers cannot open now. */
    missing: string[]
    /** The newest articles, which the front page may show. */
    newest: ChoosableArticle[]
  }
  /** The result of the form, if it was sent. */
  outcome: FaceOutcome | undefined
  busy: string | undefined
}

const NO_OUTCOME: FaceOutcome = {}

/** The form for the look of a site, with a preview of what was typed. */
export function FaceForm({ siteId, isMain, stored, outcome = NO_OUTCOME, busy }: FaceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { typed, errors, version } = { ...stored, ...outcome }
  const path = `/manage-sites/${siteId}`
  const hasNearest = Object.values(errors).some(({ reason }) => reason === 'not-readable')
  return (
    <section className="panel" aria-labelledby="face">
      <h2 id="face">Look</h2>
      <p className="panel-lead">Readers see it on every page of this site, and on no other one.</p>
      {outcome.error && <Notice>{outcome.error}</Notice>}
      <Form ref={form} method="post" action={path} encType="multipart/form-data" noValidate>
        <input type="hidden" name="version" value={version} />
        {isMain && <NameField name={typed.name} error={outcome.nameError} />}
        <Field
          label="Tagline"
          name="tagline"
          maxLength={TAGLINE_LIMIT}
          autoComplete="off"
          defaultValue={typed.tagline}
          hint="One line about the site. It stands on the home page."
        />
        <ColourFields typed={typed} errors={errors} />
        <StyleFields typed={typed} />
        <PictureFields typed={typed} errors={outcome.pictureErrors} />
        <FrontFields {...{ typed, errors }} missing={stored.missing} newest={stored.newest} />
        <CategoryField typed={typed} errors={errors} />
        <LinkFields typed={typed} errors={errors} dead={stored.dead} />
        <div className="flex flex-wrap items-center gap-3">
          <FaceButton intent="save-face" busy={busy} isPrimary={!hasNearest}>
            Save the look
          </FaceButton>
          {hasNearest && (
            <FaceButton intent="take-nearest" busy={busy} isPrimary>
              Save with the nearest colours
            </FaceButton>
          )}
          <noscript>
            <button type="submit" className="button" formMethod="get" name="preview" value="1">
              Show it below
            </button>
          </noscript>
        </div>
      </Form>
      {stored.undoable !== undefined && <UndoFace path={path} version={stored.undoable} busy={busy} />}
      <FacePreview {...{ siteId, typed, form }} />
      {outcome.done && <Toast title={outcome.done} tone="ok" />}
    </section>
  )
}

const UndoFace = ({ path, version, busy }: { path: string; version: number; busy: string | undefined }) => (
  <Form method="post" action={path} className="mt-3">
    <input type="hidden" name="version" value={version} />
    <FaceButton intent="undo-face" busy={busy}>
      Undo the last change
    </FaceButton>
  </Form>
)

const NameField = ({ name, error }: { name: string; error: string | undefined }) => (
  <Field
    label="Name"
    name="name"
    required
    maxLength={NAME_LIMIT}
    autoComplete="off"
    defaultValue={name}
    error={error}
  />
)

interface FaceButtonProps {
  intent: string
  busy: string | undefined
  isPrimary?: boolean
  children: ReactNode
}

const FaceButton = ({ intent, busy, ...button }: FaceButtonProps) => (
  <Button
    intent={intent}
    busy={busy !== undefined}
    {...(busy === intent && { busyText: 'Saving...' })}
    {...button}
  />
)
