interface BarProps {
  /** Of its room, from 0 to 1. */
  share: number
  /** Whether it grows upwards. */
  isUpright?: boolean
}

/** A number as a picture, beside the number itself: nothing for a screen reader. */
export function Bar({ share, isUpright = false }: BarProps) {
  const length = `${Math.round(share * 1000) / 10}%`
  return (
    <svg className={isUpright ? 'bar is-upright' : 'bar'} aria-hidden="true">
      <rect className="bar-room" width="100%" height="100%" />
      {isUpright ? (
        <rect width="100%" height={length} y={`${100 - Math.round(share * 1000) / 10}%`} />
      ) : (
        <rect width={length} height="100%" />
      )}
    </svg>
  )
}
