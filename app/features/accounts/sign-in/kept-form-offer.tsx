import { useEffect, useState } from 'react'
import { toShortDate } from '../../../shared/dates.ts'
import {
  findKeptForm,
  forgetKeptForm,
  forgetOtherPersons,
  type KeptField,
  type KeptForm,
  noteSentForm,
  putBack,
} from '../../../shell/kept-form.ts'
import type { TextOwner } from '../../../shell/unsaved-texts.ts'
import { hasSignedOutHere } from '../accounts.ts'
import { keptForm } from './messages.ts'

interface OfferProps {
  owner: TextOwner
  /** Path of the screen that is open. */
  pathname: string
}

/**
 * Offers the typed values of a form of this screen whose session had ended. Remembers each form of the desk that is
 * sent, and deletes the texts of other persons in this browser. After signing out nothing is remembered.
 */
export function KeptFormOffer({ owner, pathname }: OfferProps) {
  const [kept, setKept] = useState<KeptForm>()
  const [homeless, setHomeless] = useState<KeptField[]>([])
  useEffect(() => {
    forgetOtherPersons(owner, localStorage)
    // The storage of the browser is not there while the server renders.
    queueMicrotask(() => {
      setKept(findKeptForm(owner, pathname, localStorage))
      setHomeless([])
    })
  }, [owner, pathname])
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || target.method !== 'post' || hasSignedOutHere()) return
      noteSentForm(owner, target)
    }
    document.addEventListener('submit', note, { capture: true })
    return () => document.removeEventListener('submit', note, { capture: true })
  }, [owner])
  const end = () => {
    forgetKeptForm(owner, pathname, localStorage)
    setKept(undefined)
  }
  const restore = (form: KeptForm) => {
    setHomeless(putBack(form, document))
    end()
  }
  if (homeless.length > 0) return <Homeless fields={homeless} />
  if (!kept) return null
  return (
    <output className="panel mb-5 block">
      {keptForm.offer(toShortDate(new Date(kept.savedAt)))}{' '}
      <button type="button" className="link" onClick={() => restore(kept)}>
        {keptForm.restore}
      </button>{' '}
      <button type="button" className="link" onClick={end}>
        {keptForm.discard}
      </button>
    </output>
  )
}

// The form of this text is not on the screen any more.
const Homeless = ({ fields }: { fields: KeptField[] }) => (
  <section className="panel mb-5">
    <label>
      <span className="mb-2 block font-semibold">{keptForm.homeless}</span>
      <textarea className="input" rows={6} readOnly value={fields.map(({ value }) => value).join('\n\n')} />
    </label>
  </section>
)
