import {
  type DraftBase,
  type DraftState,
  type DraftText,
  isEmpty,
  isSameText,
  NO_TEXT,
  toDraftText,
} from './drafts.ts'
import type { KeptDraft } from './kept-drafts.ts'
import { type Choice, type Conflict, leavesOut, mergeDrafts, settle } from './merge-drafts.ts'
import { type SaverParts, type SaverState, type SendAnswer, toFirstState } from './saver-parts.ts'

const PAUSE_MS = 1000
// A tab may crash at any time. This browser keeps a text within a second of its first change.
const KEEP_MS = 800
// The pause between two saves while the user types without a pause. A text must be saved within ten seconds, so this
// leaves the server two.
const LONGEST_MS = 8000
const RETRY_MS = 5000

interface Incoming {
  base: DraftText
  theirs: DraftText
  accept: () => void
}

/**
 * Saves the text of a form on the server a second after the last change. While changes go on it saves every 8 seconds.
 * One save runs at a time. If another tab has saved in the meantime, both texts are merged. Where both changed the same
 * lines, nothing is saved until the writer has chosen. This browser keeps a text until the server has it.
 */
export class DraftSaver {
  readonly #parts: SaverParts
  #base: DraftState
  #article: DraftBase | undefined
  #isArticleSent: boolean
  /** The article that a kept text was made from, until its conflicts are settled. */
  #keptArticle: DraftBase | undefined
  /** Texts that were sent without an answer. The server may have one of them. */
  #unanswered: DraftText[] = []
  #incoming: Incoming | undefined
  #leftOut: DraftText | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  /** The time of the first change that is not sent yet; undefined if there is none. */
  #changedAt: number | undefined
  /** The server asked for no save before this time. */
  #notBefore = 0
  #sending: Promise<void> | undefined
  #isPaused = false
  /** The text that the form is sent with. */
  #sent: DraftText | undefined
  #wantsRevision = false
  #state: SaverState

  /** `base` is the state that the form starts from; `article` is that of the article, if it is a working copy. */
  constructor(parts: SaverParts, base: DraftState, article?: DraftBase) {
    this.#parts = parts
    this.#base = base
    this.#article = article
    this.#isArticleSent = base.version > 0
    this.#state = toFirstState(base)
  }

  /** Call it at each change of the form. */
  change(): void {
    this.#changedAt ??= Date.now()
    if (this.#state.status === 'saved' || this.#state.status === 'idle') this.#show({ status: 'changed' })
    this.#schedule(Math.min(PAUSE_MS, this.#changedAt + LONGEST_MS - Date.now()))
    this.#keepTimer ??= setTimeout(() => this.keep(), KEEP_MS)
  }

  /** Keeps unsaved text in this browser. Returns false if neither the server nor this browser has the text then. */
  keep(): boolean {
    const text = this.#parts.read()
    return !this.#isUnsaved(text) || this.#keep(text)
  }

  #keep(text: DraftText): boolean {
    this.#stopKeeping()
    const { version, text: madeFrom } = this.#base
    const article = this.#keptArticle ?? this.#article
    const isOfArticle = article && (version > 0 || isSameText(article.text, madeFrom))
    const isKept = this.#parts.keep(text, this.#base, {
      article: isOfArticle ? article : undefined,
      sent: this.#hasTypedSince(text) ? this.#sent : undefined,
    })
    if (isKept !== this.#state.isKept) this.#show({ isKept })
    return isKept
  }

  // What was typed since the form was sent is in no article.
  #hasTypedSince(text: DraftText): boolean {
    return this.#sent !== undefined && !isSameText(this.#sent, text)
  }

  #stopKeeping(): void {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
  }

  /** Returns the title in the form. */
  readTitle(): string {
    return this.#parts.read().title
  }

  /** Returns true if the server has the text of the form. */
  isSaved(): boolean {
    return !this.#isUnsaved(this.#parts.read())
  }

  /** Saves the form now, as a revision. Resolves when the save has ended; a failed save is tried again. */
  saveRevision(): Promise<void> {
    this.#wantsRevision = true
    return this.save()
  }

  /** Saves the form now. Resolves when the save has ended. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isPaused) return
    if (this.#sending) {
      await this.#sending
      return this.save()
    }
    this.#changedAt = undefined
    const text = this.#parts.read()
    if (!this.#isUnsaved(text) && !(this.#wantsRevision && this.#base.version > 0)) return this.#rest()
    this.#keep(text)
    if (this.#incoming) return this.#receive(this.#incoming)
    this.#sending = this.#send(text).finally(() => (this.#sending = undefined))
    await this.#sending
  }

  // The server has the text. Without a working copy, the text of an article is already the newest revision.
  #rest(): void {
    if (this.#wantsRevision && this.#article)
      this.#show({ status: 'saved', at: Date.now(), isRevision: true })
    else if (this.#state.status !== 'conflict' && this.#state.status !== 'gone')
      this.#show({ status: this.#state.at > 0 ? 'saved' : 'idle' })
    this.#wantsRevision = false
    this.#stopKeeping()
    this.#parts.forget()
  }

  /**
   * Receives a text that was saved elsewhere. During a save it may be the text that this form saved, so it is ignored.
   */
  receive(saved: DraftState): void {
    if (!this.#sending && saved.version !== this.#base.version) this.#receiveState(saved)
  }

  #receiveState(saved: DraftState): void {
    // The answer to an earlier save was lost, but the server has the text that this form sent.
    if (this.#unanswered.some((text) => isSameText(text, saved.text))) {
      this.#base = saved
      this.#unanswered = []
      return this.#schedule(0)
    }
    const accept = () => (this.#base = saved)
    // A restored backup has an older text. That is no change of the newer one, so the user compares them.
    const isOlder = saved.version < this.#base.version && !isSameText(saved.text, this.#base.text)
    this.#receive({ base: isOlder ? NO_TEXT : this.#base.text, theirs: saved.text, accept })
  }

  /** Receives a new state of the article that this draft is the working copy of. */
  receiveArticle(article: DraftBase, before: DraftText): void {
    const accept = () => {
      this.#article = article
      this.#isArticleSent = false
    }
    this.#receive({ base: before, theirs: article.text, accept })
  }

  /**
   * Merges a text that this browser kept into the form. Until its conflicts are settled, the form is made from the state
   * that this text was made from: another opening of the form asks again, and a publish is refused.
   */
  restore({ typed, savedAt, base, articleVersion }: KeptDraft): void {
    const text = toDraftText(typed)
    const [saved, present] = [this.#base, this.#parts.read()]
    if (isSameText(text, saved.text)) return this.#schedule(0) // the server has it: its answer was lost
    const isShown = isSameText(present, text) // a refused form shows again what was typed
    const isTypedAlready = !isShown && !isSameText(present, saved.text)
    const accept = () => {
      this.#base = saved
      if (!isShown) this.#show({ restoredAt: savedAt })
    }
    // The server has nothing newer. The name of the author, for one, is filled into a form that was never saved.
    const madeFrom = !this.#article && base.version === saved.version ? saved : base
    if (isTypedAlready) return this.#receive({ base: madeFrom.text, theirs: text, accept })
    this.#parts.write(text)
    this.#base = madeFrom
    if (articleVersion !== undefined) this.#keptArticle = { version: articleVersion, text: base.text }
    this.#receive({ base: madeFrom.text, theirs: saved.text, accept })
  }

  /** Returns true if no conflict waits for a choice. */
  isSettled(): boolean {
    return this.#incoming === undefined
  }

  /** Settles all conflicts. */
  choose(choose: (conflict: Conflict) => Choice): void {
    const { base, theirs, accept } = this.#incoming ?? {}
    if (!base || !theirs || !accept) return
    const mine = this.#parts.read()
    const merged = mergeDrafts(base, mine, theirs)
    if (merged.conflicts.some((conflict) => leavesOut(conflict, choose(conflict)))) this.#leftOut = mine
    this.#take(settle(merged, choose), accept)
  }

  /**
   * Stops saving, because the form is sent. Unsaved text is kept in this browser, and so is what is typed until the
   * answer. Returns the running save, if there is one; the form must not be sent before it has ended.
   */
  pause(): Promise<void> | undefined {
    if (!this.#isPaused) this.keep() // once, because after a publish the text must not be kept again
    this.#sent = this.#parts.read()
    this.stop()
    return this.#sending
  }

  /** Stops saving, and keeps nothing more. */
  stop(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
    this.#stopKeeping()
  }

  /** Sends unsaved text once more, because the form is closed. This browser keeps it until the server has it. */
  async leave(): Promise<void> {
    const isSent = this.#isPaused
    if (!isSent || this.#hasTypedSince(this.#parts.read())) this.keep()
    if (isSent) return
    await this.save()
    this.stop()
  }

  /**
   * Waits for the running save. Returns false, and continues to save, if it merged a text or found a conflict. The user
   * must see that before the form is sent.
   */
  async settle(): Promise<boolean> {
    const text = this.#parts.read()
    await this.#sending
    if (this.isSettled() && isSameText(this.#parts.read(), text)) return true
    this.resume()
    return false
  }

  /** Continues after a sent form was refused. */
  resume(): void {
    this.#isPaused = false
    this.#sent = undefined
    this.#schedule(PAUSE_MS)
  }

  /** Writes the versions that its text was made from into a form. */
  sign(form: HTMLFormElement): void {
    const article = this.#keptArticle ?? this.#article
    const values = { draftVersion: String(this.#base.version), version: article?.version }
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement && value !== undefined) field.value = value
    }
  }

  #isUnsaved(text: DraftText): boolean {
    if (this.#leftOut) return true
    if (isSameText(text, this.#base.text))
      return this.#article !== undefined && !this.#isArticleSent && this.#base.version > 0
    return this.#base.version > 0 || this.#article !== undefined || !isEmpty(text)
  }

  async #send(text: DraftText): Promise<void> {
    this.#show({ status: 'saving' })
    const article = this.#isArticleSent ? undefined : this.#article
    const isRevision = this.#wantsRevision
    const leftOut = this.#leftOut
    const { version } = this.#base
    const answer = await this.#parts.send({ version, text, base: article, isRevision, leftOut })
    if (!answer.ok) return this.#refuse(answer, text)
    if (leftOut === this.#leftOut) this.#leftOut = undefined
    if (isRevision) this.#wantsRevision = false
    this.#base = { version: answer.version, text }
    this.#unanswered = []
    if (article === this.#article) this.#isArticleSent = true
    const isBehind = this.#isUnsaved(this.#parts.read()) // what was typed during the save
    this.#show({ status: isBehind ? 'changed' : 'saved', at: Date.now(), isRevision })
    if (isBehind) this.change()
    else this.#parts.forget()
  }

  #refuse(answer: Exclude<SendAnswer, { ok: true }>, text: DraftText): void {
    const { reason, article, saved, waitS } = answer
    if (article && this.#isNewer(article)) return this.#receiveSavedArticle(article)
    if (reason === 'changed-meanwhile') return saved && this.#receiveState(saved)
    if (reason === 'unreachable') this.#unanswered.push(text)
    if (waitS) this.#notBefore = Date.now() + waitS * 1000
    if (reason === 'unreachable' || reason === 'too-many-saves') this.#schedule(RETRY_MS)
    this.#show({ status: reason })
  }

  // An article that is the same as before means that its working copy was discarded.
  #isNewer({ version }: DraftBase): boolean {
    return this.#article !== undefined && version !== this.#article.version
  }

  // The article was saved elsewhere, and with that the working copy ended: this form begins another one.
  #receiveSavedArticle(article: DraftBase): void {
    const accept = () => {
      this.#article = article
      this.#isArticleSent = false
      this.#base = { version: 0, text: article.text }
    }
    this.#receive({ base: this.#base.text, theirs: article.text, accept })
  }

  #receive(incoming: Incoming): void {
    const merged = mergeDrafts(incoming.base, this.#parts.read(), incoming.theirs)
    if (merged.conflicts.length === 0)
      return this.#take(
        settle(merged, () => 'mine'),
        incoming.accept,
      )
    this.#incoming = incoming
    this.#show({ status: 'conflict', conflicts: merged.conflicts })
  }

  #take(text: DraftText, accept: () => void): void {
    const isMerged = this.#state.isMerged || !isSameText(text, this.#parts.read())
    accept()
    this.#incoming = undefined
    this.#keptArticle = undefined
    this.#parts.write(text)
    this.#show({ status: 'idle', conflicts: [], isMerged })
    this.#schedule(0)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isPaused) return
    const delayMs = Math.max(0, ms, this.#notBefore - Date.now())
    this.#timer = setTimeout(() => void this.save(), delayMs)
  }

  #show(change: Partial<SaverState>): void {
    this.#state = { ...this.#state, version: this.#base.version, ...change }
    this.#parts.onState(this.#state)
  }
}
