/**
 * Comes first in a form that the Enter key must not send from a field, also without scripts. Browsers press the first
 * button that sends the form. They do nothing if that button is disabled (HTML standard, implicit submission).
 */
export const IgnoreEnter = () => (
  <button type="submit" disabled hidden>
    Not yet
  </button>
)
