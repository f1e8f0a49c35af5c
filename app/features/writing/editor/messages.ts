/** The sentences for pictures that are refused before they are sent. */
export const pictureTooLarge = 'It is larger than 10 MB. Save it smaller and try again.'
/** The sentence for a file that the server would refuse by its bytes. */
export const notAPicture = 'Only JPEG, PNG, WebP, AVIF and GIF images can be used.'
/** The sentence below the text for a picture that failed. */
export const pictureNotAdded = (fileName: string, why: string) => `“${fileName}” was not added. ${why}`

/** The texts of CodeMirror that users read. */
export const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  Completions: 'What can be inserted',
}
