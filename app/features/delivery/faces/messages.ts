import type { ColourRefusal, FaceColour, FaceRefusal } from './faces.ts'

/** The sentence for each refusal of a change; the specification has none. */
export const faceRefusals: Record<FaceRefusal, string> = {
  'not-found': 'There is no such site of yours. It may have been removed meanwhile.',
  'changed-since': 'The look was changed again since. Nothing was undone.',
}

/** The label of each colour. */
export const colourLabels: Record<FaceColour, string> = {
  paperLight: 'Paper by day',
  paperDark: 'Paper by night',
  accent: 'Accent',
}

/** Returns the sentence beside a colour that was refused. */
export const toColourError = (name: FaceColour, refusal: ColourRefusal): string => {
  if (refusal.reason === 'no-colour') return 'A colour has a # and six characters, 0-9 and a-f.'
  return name === 'accent'
    ? `Links in this colour cannot be read well on the paper. The nearest one that can is ${refusal.nearest}.`
    : `Text cannot be read well on this paper. The nearest one that works is ${refusal.nearest}.`
}

/** The sentence beside an empty name. */
export const nameMissing = 'Please give it a name.'
/** The toast after a face was saved. */
export const faceSaved = 'Look saved'
/** The toast after a change of a face was undone. */
export const faceUndone = 'Look put back'
