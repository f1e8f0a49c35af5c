import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { isSignedInHere } from '../../accounts/accounts.ts'
import { DraftSaver, type SaverParts, type SaverState, type SendAnswer, toFirstState } from './draft-saver.ts'
import {
  type DraftBase,
  type DraftState,
  type DraftText,
  readDraftForm,
  type SaveAnswer,
  toDraftPath,
  toSavePath,
} from './drafts.ts'
import { moveMarks } from '../editor/editor.ts'
import { writeForm } from './form-text.ts'
import { findKept, forgetDraft, keepDraft } from './kept-drafts.ts'
import { useDraftLock } from './use-draft-offer.ts'

const SAVE_TIMEOUT_MS = 15_000

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
}

/**
 * Saves the draft in a form while it is written, and keeps unsaved text in this browser. Returns the state of the saver
 * and the callbacks of the form. Returns also the id and the versions that the form sends.
 */
export function useDraft(options: DraftOptions) {
  const { accountId, form, isBusy } = options
  const [id, setId] = useState(options.draftId)
  const [state, setState] = useState(() => toFirstState(options.start))
  const saver = useRef<DraftSaver>(undefined)
  const first = useRef(options)
  const isSent = useRef(false)
  const isRenewed = id !== options.draftId
  useDraftLock(accountId, id)
  useEffect(() => {
    const { start, startBase, article, read } = first.current
    const element = form.current
    if (!element) return undefined
    const begun = isRenewed ? { version: 0, text: { ...start.text, content: '' } } : start
    const parts = toParts({ accountId, id, element, read }, (next) => {
      if (saver.current !== current) return // the form is closed
      if (next.status === 'gone' && !article) return setId(uuidv7())
      if (isStored(next) && !article) showAddress(toDraftPath(id))
      setState(next)
    })
    const current = new DraftSaver(parts, begun, startBase ?? article)
    saver.current = current
    const kept = isRenewed ? undefined : findKept(accountId, id, localStorage)
    if (kept) current.restore(kept)
    else current.keep() // something may have been typed before the script was there
    if (article && startBase && startBase.version !== article.version && current.isSettled())
      current.receiveArticle(article, startBase.text)
    const ask = async () => {
      const saved = document.visibilityState === 'visible' && (await findSaved(id))
      if (saved) current.receive(saved)
    }
    const keep = () => current.keep()
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', ask)
      saver.current = undefined
      void current.pause()
    }
  }, [accountId, form, id, isRenewed])
  useEffect(() => {
    if (isBusy) return
    saver.current?.resume() // and save it
    if (isSent.current) void findSaved(id).then((saved) => saved && saver.current?.receive(saved))
    isSent.current = false
  }, [id, isBusy])
  const change = useCallback(() => saver.current?.change(), [])
  const submit = useCallback((event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: element, nativeEvent } = event
    isSent.current = true
    if (!saver.current?.pause()) return saver.current?.sign(element)
    event.preventDefault()
    void sendLater(saver.current, element, (nativeEvent as SubmitEvent).submitter)
  }, [])
  return { id, state, saver, change, submit, isRenewed }
}

async function sendLater(saver: DraftSaver, form: HTMLFormElement, submitter: HTMLElement | null) {
  if (await saver.settle()) form.requestSubmit(submitter)
}

interface Place {
  accountId: string
  id: string
  element: HTMLFormElement
  read: DraftOptions['read']
}

const toParts = ({ accountId, id, element, read }: Place, onState: SaverParts['onState']): SaverParts => ({
  read: () => read(element),
  // A picture that is being uploaded stays at its mark.
  write: (text) => {
    const { content } = readDraftForm(new FormData(element))
    writeForm(element, { ...text, content: moveMarks(content, text.content) })
  },
  send: (save) => sendDraft(id, save),
  // Signing out has cleared localStorage, so that the next user of this browser finds no texts.
  keep: (text, base) =>
    isSignedInHere() && keepDraft(accountId, { typed: { draftId: id, ...text }, base }, localStorage),
  forget: () => forgetDraft(accountId, id, localStorage),
  onState,
})

// The server has an earlier state of the text, or this one.
const isStored = ({ status, at }: SaverState) => at > 0 && (status === 'saved' || status === 'changed')

function showAddress(path: string): void {
  if (location.pathname + location.search !== path) history.replaceState(history.state, '', path)
}

async function findSaved(id: string): Promise<DraftState | undefined> {
  try {
    const answer = await fetch(toSavePath(id), { redirect: 'manual' })
    return answer.ok ? (((await answer.json()) as DraftState | null) ?? undefined) : undefined
  } catch {
    return undefined
  }
}

async function sendDraft(id: string, save: object): Promise<SendAnswer> {
  try {
    const body = JSON.stringify(save)
    const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS)
    const answer = await fetch(toSavePath(id), { method: 'POST', body, redirect: 'manual', signal })
    if (answer.type === 'opaqueredirect') return { ok: false, reason: 'signed-out' }
    if (isAnswer(answer)) return (await answer.json()) as SaveAnswer
    return { ok: false, reason: answer.status < 500 ? 'wrong-form' : 'unreachable' }
  } catch {
    return { ok: false, reason: 'unreachable' }
  }
}

const isAnswer = ({ status, headers }: Response) =>
  status < 500 && headers.get('content-type')?.startsWith('application/json')
