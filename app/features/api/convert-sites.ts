import type { z } from 'zod'
import {
  FACE_COLOURS,
  type FaceColour,
  FACE_MENUS,
  type FaceErrors,
  type FaceFormValues,
  toFaceForm,
} from '../delivery/faces/faces.ts'
import type { OwnFace } from '../delivery/faces/queries.server.ts'
import type { ConnectionTest, ManagedSite } from '../delivery/target-sites/target-sites.ts'
import type { FieldError } from './api.ts'
import { withoutUndefined } from './convert.ts'
import type { connection, faceChanges } from './site-shapes.ts'

/** Returns a site as the API answers with it. */
export const toApiSite = ({ id, kind, name, url, description, copyPolicy, ...state }: ManagedSite) => ({
  id,
  kind,
  name,
  url,
  description,
  copyPolicy,
  isActive: state.isActive,
  disabledReason: state.disabledReason,
  isShared: state.isShared,
  checkedAt: state.checkedAt,
  checkFailure: state.checkFailure,
  delivered: state.delivered,
  failed: state.failed,
  lastDeliveredAt: state.lastDeliveredAt,
})

/** Returns the result of a test as the API answers with it; null without one. `say` makes the sentence of the desk. */
export const toApiTest = (test: ConnectionTest | undefined, say: (test: ConnectionTest) => string) =>
  test ? { isConnected: test.ok, name: test.ok ? test.name : null, message: say(test) } : null

/** Returns a form of the desk with these fields. */
export function toForm(fields: Record<string, string | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  return form
}

/** Returns the fields of a connection as the form of the desk has them. */
export const toConnectionForm = ({ url, credentials }: z.output<typeof connection>) => ({
  url,
  ...credentials,
})

const CREDENTIALS = new Set(['username', 'password', 'key'])

/** Returns the errors of the form of a site as those of a request. */
export const toSiteErrors = (errors: Record<string, string>): FieldError[] =>
  Object.entries(errors).map(([name, message]) => ({
    field: CREDENTIALS.has(name) ? `credentials.${name}` : name,
    message,
  }))

/** Returns the look of a site as the API answers with it. */
export const toApiFace = ({ name, face, undoable, dead, missing }: OwnFace) => ({
  name,
  ...face,
  undoableVersion: undoable ?? null,
  deadLinks: dead,
  missingArticles: missing,
})

/** Returns the form of a look with the sent fields. */
export function toTypedFace(
  { name, face }: OwnFace,
  { takesNearest: _, ...sent }: z.output<typeof faceChanges>,
): FaceFormValues {
  const { name: sentName = name, ...look } = sent
  return toFaceForm(sentName, { ...face, ...withoutUndefined(look) })
}

interface FaceSentences {
  toColourError: (name: FaceColour, refusal: NonNullable<FaceErrors['accent']>) => string
  toLinksError: (refusal: NonNullable<FaceErrors['menu']>) => string
  toFrontError: (refusal: NonNullable<FaceErrors['lead']>) => string
}

/** Returns the errors of the form of a look as those of a request. */
export function toFaceErrors(errors: FaceErrors, say: FaceSentences): FieldError[] {
  const list = <Name extends keyof FaceErrors>(
    names: readonly Name[],
    toMessage: (refusal: NonNullable<FaceErrors[Name]>, name: Name) => string,
    within = '',
  ) =>
    names.flatMap((name) => {
      const refusal = errors[name]
      return refusal ? [{ field: within + name, message: toMessage(refusal, name) }] : []
    })
  return [
    ...list(FACE_COLOURS, (refusal, name) => say.toColourError(name, refusal)),
    ...list(FACE_MENUS, say.toLinksError),
    ...list(['lead', 'sections', 'news', 'topics'], say.toFrontError, 'front.'),
  ]
}
