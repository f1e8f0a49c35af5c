import type { KeyboardEvent } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import {
  FOCUS_STEPS,
  toFocus,
  toPoint,
  toShownSize,
  toVariantPath,
  type UsedPicture,
} from '../../articles/pictures/pictures.ts'
import styles from './library.module.css'

/**
 * The point of a picture that stays visible when it is cut: set by a press on it, by the arrow keys, or in two fields. The
 * picture is a button of the form, so browsers send the place of the press, also without scripts.
 */
export function FocusPoint({ picture, busy }: { picture: UsedPicture; busy: boolean }) {
  const { focus, moveByKey } = useFocusKeys(picture, busy)
  const point = toPoint(focus)
  return (
    <section className="panel" aria-labelledby="focus">
      <h2 id="focus">Focal point</h2>
      <p className="panel-lead">
        Press the part of the picture that must stay visible when a card or a cover cuts it.
        <span className="needs-scripts"> The arrow keys move it.</span>
      </p>
      <div className={styles.frames}>
        <Form method="post" className={styles.target} data-focus={focus ?? 'x50 y50'} preventScrollReset>
          <input type="hidden" name="intent" value="point" />
          <input
            type="image"
            name="point"
            src={toVariantPath(picture, 480)}
            alt="Put the focal point here"
            aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
            tabIndex={useRunsScripts() ? undefined : -1} // without scripts, Enter would send the upper left corner
            onKeyDown={moveByKey}
            {...toShownSize(picture)}
          />
          <i aria-hidden="true" />
        </Form>
        <figure className={styles.cut}>
          <img
            src={toVariantPath(picture, 480)}
            alt=""
            width={480}
            height={300}
            data-focus={focus ?? undefined}
          />
          <figcaption>As a cover</figcaption>
        </figure>
      </div>
      <Form method="post" key={focus} className={styles.point} preventScrollReset>
        <Percent name="x" label="From the left" value={point.x} />
        <Percent name="y" label="From the top" value={point.y} />
        <Button intent="focus" busy={busy}>
          Set
        </Button>
      </Form>
    </section>
  )
}

const Percent = ({ name, label, value }: { name: string; label: string; value: number }) => (
  <label>
    {label}
    <select className="input" name={name} defaultValue={value}>
      {FOCUS_STEPS.map((step) => (
        <option key={step} value={step}>
          {step} %
        </option>
      ))}
    </select>
  </label>
)

const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP = 10

/** Returns the focus, also one that is being saved, and the handler of the keys that move it. */
function useFocusKeys(picture: UsedPicture, busy: boolean) {
  const submit = useSubmit()
  const { formData } = useNavigation()
  const isSent = formData?.get('intent') === 'focus'
  const focus = isSent ? toFocus(Number(formData.get('x')), Number(formData.get('y'))) : picture.focus
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault() // it would send the upper left corner
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    if (busy) return // two at once may arrive in another order
    const { x, y } = toPoint(focus)
    const moved = toPoint(toFocus(x + move[0] * STEP, y + move[1] * STEP))
    void submit({ intent: 'focus', ...moved }, { method: 'post', preventScrollReset: true })
  }
  return { focus, moveByKey }
}
