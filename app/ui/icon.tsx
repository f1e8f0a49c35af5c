const PATHS = {
  chevron: 'm6 9 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20',
  feed: 'M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M5.5 18.5h.01',
  twitter: 'M5 5l14 14M18.5 5 5.5 19',
  facebook: 'M16 5h-1.5A3.5 3.5 0 0 0 11 8.5V20M7.5 12.5H15',
  linkedin: 'M6 10v9M6 5.5h.01M11 19v-9M11 14.5a3.5 3.5 0 0 1 7 0V19',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.7 7.3h.01',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 12v7.5h12V12',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 2',
  pen: 'M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3',
  globe: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM4 12h16M12 4c4 4.8 4 11.2 0 16M12 4c-4 4.8-4 11.2 0 16',
  person: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM5 19.5a7 7 0 0 1 14 0',
  chart: 'M5 19.5v-7M12 19.5v-15M19 19.5v-11',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12.5 19.5 4M16 7.5l3 3',
  phone: 'M7.5 3.5h9v17h-9zM11 17.5h2',
  lifebuoy:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM6.5 6.5l3.3 3.3M14.2 14.2l3.3 3.3M17.5 6.5l-3.3 3.3M9.8 14.2l-3.3 3.3',
  back: 'M19 12H5M11 6l-6 6 6 6',
  sheet: 'M5 4h14v16H5zM8 8h8M8 12h3.2M8 15.5h3.2M14 12h2v3.5h-2z',
  out: 'M7 17 17 7M9 7h8v8',
  picture: 'M4 5h16v14H4zM4 16l5-4.5 4 3.5 3-2.5 4 3M15.5 8.5h.01',
  wordpress: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM7 9l2.6 7 2.4-7 2.4 7L17 9M6 9h2.2M11 9h2.2M15.9 9h2.2',
  ghost: 'M6 19v-8a6 6 0 0 1 12 0v8l-2.4-1.8L13.8 19 12 17.2 10.2 19l-1.8-1.8zM10 11h.01M14 11h.01',
  hook: 'M12 4a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 12 4ZM6 15.6A2.2 2.2 0 1 0 6 20a2.2 2.2 0 0 0 0-4.4ZM18 15.6a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM11 8.2l-3.9 7.6M13.2 8 17 15.7M8.2 17.8h7.6',
  list: 'M9.5 6.5H20M9.5 12H20M9.5 17.5H20M5 6.5h.01M5 12h.01M5 17.5h.01',
  numbers: 'M10 6.5h10M10 12h10M10 17.5h10M4.5 5l1.2-.6V9M4.3 15.4c.4-.9 2.2-.8 2.2.4 0 1-2.2 2-2.2 3.2h2.4',
  quote: 'M5 5v14M9.5 7.5H20M9.5 12H20M9.5 16.5h7',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  table: 'M4 5h16v14H4zM4 9.5h16M4 14.2h16M11 9.5V19',
  video: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  divider: 'M4 12h16M7 7h10M7 17h10',
  outline: 'M4 6h16M8 12h12M12 18h8',
  focus: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  help: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM9.5 10a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5h.01',
  panel: 'M4 5h16v14H4zM14.5 5v14',
  calendar: 'M4.5 6h15v13.5h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7',
  tag: 'M4 4h8l8 8-8 8-8-8ZM8.2 8.2h.01',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3.5 19a5.5 5.5 0 0 1 11 0M16 6a2.7 2.7 0 0 1 0 5.2M17.5 14.2a5 5 0 0 1 3 4.8',
  inbox: 'M12 4v9.5M8.5 10l3.5 3.5 3.5-3.5M4.5 14.5v5h15v-5',
  save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  pin: 'M12 20.5s-6-5.6-6-10.3a6 6 0 0 1 12 0c0 4.7-6 10.3-6 10.3ZM12 8a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 12 8Z',
  shield: 'M12 3.5 19 6v5.5c0 4.3-2.9 7.4-7 9-4.1-1.6-7-4.7-7-9V6ZM9 11.8l2.2 2.2 4-4',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5L19 18H5ZM10.5 20.5h3',
  sliders: 'M4 8h8M17 8h3M4 16h3M12 16h8M14.5 5.8v4.4M9.5 13.8v4.4',
  eye: 'M2.5 12c2.4-4 5.6-6 9.5-6s7.1 2 9.5 6c-2.4 4-5.6 6-9.5 6s-7.1-2-9.5-6ZM12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** Returns the path of an icon, for a script that draws without React. */
export const toIconPath = (name: IconName): string => PATHS[name]

/** A line drawing in the colour of the text. Hidden from screen readers, so it needs a text or a label beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
