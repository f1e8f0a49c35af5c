import { BOARD_KEYS, switchKeys } from './use-board-keys.ts'
import styles from './board.module.css'

/** Lists the keys of the board. The search of the desk shows them too. */
export const BoardKeys = ({ isOn }: { isOn: boolean }) => (
  <div className={`${styles.keys} needs-scripts`}>
    {isOn && (
      <ul data-keys>
        {BOARD_KEYS.map(({ keys, text }) => (
          <li key={text}>
            {keys.flatMap((key) => [<kbd key={key}>{key}</kbd>, ' '])}
            {text}
          </li>
        ))}
      </ul>
    )}
    <button type="button" className="link" onClick={() => switchKeys(!isOn)}>
      {isOn ? 'Turn these keys off' : 'Turn keys of one letter on'}
    </button>
  </div>
)
