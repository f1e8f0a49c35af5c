/** The kind of the runs that publish an article. */
export const PUBLISH_RUN = 'publish'

/** The most acts that the screen lists. */
export const LISTED = 50

/** An act that can be undone. */
export interface Undoable {
  /** The id of the run that did it; for a plan that was moved, the id of the plan. */
  runId: string
  /** What was done, such as `Unpublished 3 articles`. */
  label: string
  madeAt: Date
}

/**
 * The reason why an act was not undone. `gone`: it was undone already, or what it changed is not there any more;
 * `not-publishable`: the text of before is refused today.
 */
export type UndoRefusal =
  | 'gone'
  | 'under-way'
  | 'changed-since'
  | 'planned-since'
  | 'written-since'
  | 'picture-gone'
  | 'not-publishable'
  | 'too-often'
