/** The number of a key that an input method takes. Safari sends it for the Enter that ends a conversion. */
const TAKEN = 229

/** Returns true for a key that an input method takes, such as the Enter that confirms a conversion. */
export const isOfInputMethod = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === TAKEN
