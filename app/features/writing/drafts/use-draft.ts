import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import type { TextOwner } from '../../../shell/unsaved-texts.ts'
import { useTextOwner } from '../../../shell/use-text-owner.ts'
import { hasSignedOutHere } from '../../accounts/accounts.ts'
import { DraftSaver } from './draft-saver.ts'
import { type SaverParts, type SaverState, toFirstState } from './saver-parts.ts'
import { type DraftBase, type DraftState, type DraftText, readDraftForm, toDraftPath } from './drafts.ts'
import { moveMarks } from '../editor/editor.ts'
import { writeForm } from './form-text.ts'
import { findKept, forgetDraft, type KeptDraft, keepDraft } from './kept-drafts.ts'
import { leaveUnsaved } from './messages.ts'
import { closeSaver, openSaver } from './unsaved-drafts.ts'
import { useDraftLock } from './use-draft-offer.ts'
import { findSaved, sendDraft } from './use-draft-requests.ts'

interface DraftOptions {
  accountId: string
  draftId: string
  form: RefObject<HTMLFormElement | null>
  /** True if the form is being sent. */
  isBusy: boolean
  /** Returns the text in a form. */
  read: (form: HTMLFormElement) => DraftText
  /** The state that the form starts from: the draft on the server, or the text of the article as version 0. */
  start: DraftState
  /** The article, if the draft is the working copy of one. */
  article?: DraftBase | undefined
  /** The state of the article that the draft on the server was made from. */
  startBase?: DraftBase | null | undefined
  /** True if the form before this one has saved the article. */
  wasSaved?: boolean
}

/**
 * Saves the draft in a form while it is written, and keeps unsaved text in this browser. Returns the state of the saver
 * and the callbacks of the form. Returns also the id and the versions that the form sends.
 */
export function useDraft(options: DraftOptions) {
  const { form, isBusy } = options
  const present = useTextOwner(options.accountId)
  const [owner] = useState(present) // of the text in the form, when the data of the screen are read again
  const [id, setId] = useState(options.draftId)
  const [state, setState] = useState(() => toFirstState(options.start))
  const saver = useRef<DraftSaver>(undefined)
  const first = useRef(options)
  const isRenewed = id !== options.draftId
  useDraftLock(owner, id)
  useEffect(() => {
    const { start, startBase, article, read } = first.current
    const element = form.current
    if (!element) return undefined
    const begun = isRenewed ? { version: 0, text: { ...start.text, content: '' } } : start
    let isGone = false // its text becomes a draft of its own
    const { parts, close } = toParts({ owner, id, element, read }, (next) => {
      if (saver.current !== current) return // the form is closed
      if (next.status === 'gone' && !article) {
        isGone = true
        return setId(uuidv7())
      }
      if (isStored(next) && !article) showAddress(toDraftPath(id))
      setState(next)
    })
    const current = new DraftSaver(parts, begun, startBase ?? article)
    saver.current = current
    startSaver(current, isRenewed ? undefined : findKept(owner, id, localStorage), first.current)
    const end = followPage(id, current)
    return () => {
      end()
      saver.current = undefined
      close()
      if (isGone) current.stop()
      closeSaver(id, current)
      if (isGone) parts.forget()
    }
  }, [owner, form, id, isRenewed])
  useLeaveQuestion(saver)
  const change = useCallback(() => saver.current?.change(), [])
  const submit = useSending(saver, { id, isBusy })
  return { id, state, saver, change, submit, isRenewed }
}

/** Returns the callback that sends the form as soon as its text is settled. Goes on saving after the answer. */
function useSending(
  saver: RefObject<DraftSaver | undefined>,
  { id, isBusy }: { id: string; isBusy: boolean },
) {
  const isSent = useRef(false)
  const isSavedFirst = useRef(false)
  useEffect(() => {
    if (isBusy) return
    saver.current?.resume() // and save it
    if (isSent.current) void findSaved(id).then((saved) => saved && saver.current?.receive(saved))
    isSent.current = false
  }, [id, isBusy, saver])
  return (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: element, nativeEvent } = event
    const { submitter } = nativeEvent as SubmitEvent
    if (saver.current && isAboutSaved(submitter) && !isSavedFirst.current) {
      event.preventDefault()
      isSavedFirst.current = true
      // A form is not sent again before this event has ended.
      return void saver.current.save().then(() => setTimeout(() => element.requestSubmit(submitter)))
    }
    isSavedFirst.current = false
    isSent.current = true
    if (!saver.current?.pause()) return saver.current?.sign(element)
    event.preventDefault()
    void sendLater(saver.current, element, submitter)
  }
}

/** Returns true for a button that does something with the saved text, and leaves no text to keep. */
const isAboutSaved = (button: HTMLElement | null) =>
  button instanceof HTMLButtonElement && ['plan', 'submit', 'duplicate'].includes(button.value)

function startSaver(
  saver: DraftSaver,
  kept: KeptDraft | undefined,
  { article, startBase, wasSaved }: DraftOptions,
): void {
  if (kept?.sent && wasSaved) saver.restore({ ...kept, base: { version: 0, text: kept.sent } })
  else if (kept) saver.restore(kept)
  else saver.keep() // something may have been typed before the script was there
  if (article && startBase && startBase.version !== article.version && saver.isSettled())
    saver.receiveArticle(article, startBase.text)
}

/** Saves or keeps the text when its page is hidden, left or not the one in use, and asks for a newer one when it is shown again. */
function followPage(id: string, saver: DraftSaver): () => void {
  const ask = async () => {
    const saved = await findSaved(id)
    if (saved) saver.receive(saved)
  }
  const follow = () => void (document.visibilityState === 'visible' ? ask() : saver.keep())
  const save = () => void (saver.keep(), saver.save())
  const keep = () => void saver.keep()
  const hold = (event: Event) => !hasSignedOutHere() && !saver.keep() && event.preventDefault()
  addEventListener('blur', keep) // the writer may log out in another window
  addEventListener('pagehide', save)
  addEventListener('beforeunload', hold)
  document.addEventListener('visibilitychange', follow)
  // The screen may have been read before the last save of the form before this one was done.
  void openSaver(id, saver)?.then(ask)
  return () => {
    removeEventListener('blur', keep)
    removeEventListener('pagehide', save)
    removeEventListener('beforeunload', hold)
    document.removeEventListener('visibilitychange', follow)
  }
}

// Asks before the screen is left with a text that neither the server nor this browser can keep.
function useLeaveQuestion(saver: RefObject<DraftSaver | undefined>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      saver.current?.keep() === false &&
      !confirm(leaveUnsaved),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
}

async function sendLater(saver: DraftSaver, form: HTMLFormElement, submitter: HTMLElement | null) {
  if (await saver.settle()) form.requestSubmit(submitter)
}

interface Place {
  owner: TextOwner
  id: string
  element: HTMLFormElement
  read: DraftOptions['read']
}

/** Returns the parts of a saver. After `close` they read and write the last text of the form, which is gone. */
function toParts({ owner, id, element, read }: Place, onState: SaverParts['onState']) {
  let last: DraftText | undefined
  const parts: SaverParts = {
    read: () => last ?? read(element),
    write: (text) => {
      if (last) return void (last = text)
      // A picture that is being uploaded stays at its mark.
      const { content } = readDraftForm(new FormData(element))
      writeForm(element, { ...text, content: moveMarks(content, text.content) })
    },
    send: (save) => sendDraft(owner, id, save),
    // Signing out has cleared localStorage, so that the next user of this browser finds no texts.
    keep: (text, base, { article, sent }) =>
      !hasSignedOutHere() &&
      keepDraft(
        owner,
        { typed: { draftId: id, ...text }, base, articleVersion: article?.version, sent },
        localStorage,
      ),
    forget: () => forgetDraft(owner, id, localStorage),
    onState,
  }
  return { parts, close: () => (last = read(element)) }
}

// The server has an earlier state of the text, or this one.
const isStored = ({ status, at }: SaverState) => at > 0 && (status === 'saved' || status === 'changed')

function showAddress(path: string): void {
  if (location.pathname + location.search !== path) history.replaceState(history.state, '', path)
}
