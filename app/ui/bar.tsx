interface BarProps {
  /** The filled part of the bar, from 0 to 1. */
  share: number
  /** True if the bar grows upwards. */
  isUpright?: boolean
}

/** Shows a number as a bar. Hidden from screen readers, because the number itself is beside it. */
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
