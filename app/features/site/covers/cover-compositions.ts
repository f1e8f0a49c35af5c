/** The colours and random numbers of one cover; the picture is 800 by 500. */
export interface Plate {
  /** Returns the next number from 0 to 1. The same seed gives the same numbers. */
  random: () => number
  ground: string
  first: string
  second: string
}

type Composition = (plate: Plate) => string

const WIDTH = 800
const HEIGHT = 500

const between = (plate: Plate, from: number, to: number) => Math.round(from + plate.random() * (to - from))
const times = <T>(count: number, draw: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => draw(index))
/** Returns a random item of a list. */
export const choose = <T>({ random }: Pick<Plate, 'random'>, items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0]
const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`
const circle = (fill: string, at: { x: number; y: number; r: number }) =>
  `<circle cx="${at.x}" cy="${at.y}" r="${at.r}" fill="${fill}"/>`

/** Patterns of dots and lines in one colour, which a fill names by their id. */
const dots = (id: string, color: string, pitch: number) =>
  `<pattern id="${id}" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse" patternTransform="rotate(32)"><circle cx="${pitch / 2}" cy="${pitch / 2}" r="${pitch * 0.29}" fill="${color}"/></pattern>`
const lines = (id: string, color: string, pitch: number) =>
  `<pattern id="${id}" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse"><path d="M0 ${pitch / 2}h${pitch}" stroke="${color}" stroke-width="${pitch * 0.42}"/></pattern>`

function hills(plate: Plate): string {
  const { ground, first, second } = plate
  const sun = { x: between(plate, 180, 620), y: between(plate, 120, 220), r: between(plate, 85, 150) }
  const ridge = (top: number) => {
    const step = between(plate, 210, 330)
    const wave = `q${step / 2}-${between(plate, 60, 150)} ${step} 0`
    return `M-${between(plate, 0, step)} 560V${top}${wave}${`t${step} 0`.repeat(5)}V560z`
  }
  const far = ridge(between(plate, 260, 300))
  return (
    dots('d', ground, 13) +
    lines('l', ground, 9) +
    circle(second, sun) +
    path(first, far) +
    path('url(#d)', far) +
    path(first, ridge(between(plate, 340, 370))) +
    path(second, ridge(between(plate, 415, 440))) +
    path(first, ridge(between(plate, 480, 500)))
  )
}

function ripples(plate: Plate): string {
  const { ground, first, second } = plate
  const x = between(plate, 250, 550)
  const y = between(plate, 190, 310)
  const pitch = between(plate, 46, 64)
  const rings = (color: string) =>
    `<g fill="none" stroke="${color}" stroke-width="${pitch / 2}">${times(9, (ring) => `<circle cx="${x}" cy="${y}" r="${ring * pitch + pitch / 2}"/>`).join('')}</g>`
  const tilt = between(plate, -140, 140)
  const half = `M${x + tilt} 0H800V500H${x - tilt}z`
  return (
    `<clipPath id="c"><path d="${half}"/></clipPath>` +
    rings(first) +
    `<g clip-path="url(#c)">${path(first, half)}${rings(ground)}</g>` +
    circle(second, { x, y, r: Math.round(pitch * 0.9) })
  )
}

type Tile = (x: number, y: number) => string

const TILES: readonly [Tile, ...Tile[]] = [
  (x, y) => `M${x} ${y}h100a100 100 0 0 1-100 100z`,
  (x, y) => `M${x + 100} ${y}v100a100 100 0 0 1-100-100z`,
  (x, y) => `M${x + 100} ${y + 100}h-100a100 100 0 0 1 100-100z`,
  (x, y) => `M${x} ${y + 100}v-100a100 100 0 0 1 100 100z`,
  (x, y) => `M${x} ${y}h100a50 50 0 0 1-100 0z`,
  (x, y) => `M${x} ${y + 100}h100a50 50 0 0 0-100 0z`,
  (x, y) => `M${x} ${y}l100 100h-100z`,
  (x, y) => `M${x + 50} ${y + 14}a36 36 0 1 1-1 0z`,
]

function tiles(plate: Plate): string {
  const layers: Record<'first' | 'second' | 'plain' | 'screen', string> = {
    first: '',
    second: '',
    plain: '',
    screen: '',
  }
  for (let y = 0; y < HEIGHT; y += 100) {
    for (let x = 0; x < WIDTH; x += 100) {
      const tile = choose(plate, TILES)(x, y)
      const square = `M${x} ${y}h100v100h-100z`
      const chance = plate.random()
      if (chance < 0.3) layers.first += tile
      else if (chance < 0.55) layers.second += tile
      else if (chance < 0.72) {
        layers.plain += square
        layers.second += tile
      } else if (chance < 0.84) layers.screen += tile
    }
  }
  return (
    lines('l', plate.first, 10) +
    path('url(#l)', layers.screen) +
    path(plate.first, layers.plain + layers.first) +
    path(plate.second, layers.second)
  )
}

function halftone(plate: Plate): string {
  const focus = { x: between(plate, 200, 600), y: between(plate, 120, 380) }
  const reach = between(plate, 330, 430)
  const sizes = [0, 11, 17, 23, 29, 35]
  const strokes = sizes.map(() => '')
  for (let row = 0; row < 14; row += 1) {
    for (let column = 0; column < 21; column += 1) {
      const x = column * 40 + (row % 2 === 0 ? 30 : 10)
      const y = row * 37 + 10
      const tone = 1 - Math.hypot(x - focus.x, (y - focus.y) * 1.15) / reach
      const size = Math.min(5, Math.floor(Math.max(0, tone) * 6.5 + plate.random() * 0.4))
      if (size > 0) strokes[size] += `M${x} ${y}h0`
    }
  }
  const drawn = strokes.map((d, size) => `<path d="${d}" stroke-width="${sizes[size]}"/>`).join('')
  return (
    `<g stroke-linecap="round"><pattern id="d" width="40" height="74" patternUnits="userSpaceOnUse"><path d="M30 10h0M10 47h0" stroke="${plate.first}" stroke-width="6"/></pattern>` +
    path('url(#d)', 'M0 0h800v500H0z') +
    circle(plate.second, { x: focus.x + 36, y: focus.y - 22, r: Math.round(reach * 0.42) }) +
    `<g stroke="${plate.first}">${drawn}</g></g>`
  )
}

function columns(plate: Plate): string {
  const { first, second } = plate
  const width = choose(plate, [50, 80, 100])
  const bars = times(Math.ceil(WIDTH / width), (index) => ({
    x: index * width,
    top: between(plate, 60, 430),
  }))
  const bar = (x: number, top: number) =>
    `M${x} 500V${top}a${width * 0.39} ${width * 0.39} 0 0 1 ${width * 0.78} 0V500z`
  const back = bars
    .map(({ x, top }) => bar(x - width * 0.2, Math.max(40, top - between(plate, 20, 120))))
    .join('')
  return (
    lines('l', first, 9) +
    circle(second, { x: between(plate, 160, 640), y: between(plate, 110, 190), r: between(plate, 70, 120) }) +
    path('url(#l)', back) +
    path(first, bars.map(({ x, top }) => bar(x, top)).join(''))
  )
}

function contours(plate: Plate): string {
  const { ground, first, second } = plate
  const points = times(8, (index) => {
    const radius = between(plate, 330, 520)
    const angle = (index / 8) * Math.PI * 2
    return { x: Math.round(Math.cos(angle) * radius), y: Math.round(Math.sin(angle) * radius * 0.8) }
  })
  const middles = points.map((point, index) => {
    const next = points[(index + 1) % points.length] ?? point
    return { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
  })
  const last = middles.at(-1)
  const curve = middles
    .map((middle, index) => `Q${points[index]?.x} ${points[index]?.y} ${middle.x} ${middle.y}`)
    .join('')
  const angle = between(plate, -9, 9)
  const center = `translate(${between(plate, 260, 540)} ${between(plate, 190, 310)})`
  const rings = times(9, (ring) => {
    const fill = ring === 8 ? second : [first, ground][ring % 2]
    return `<use href="#b" fill="${fill}" transform="${center} rotate(${ring * angle}) scale(${(1.1 - ring * 0.125).toFixed(2)})"/>`
  })
  return `<defs><path id="b" d="M${last?.x} ${last?.y}${curve}z"/></defs>${rings.join('')}`
}

function ribbons(plate: Plate): string {
  const { first, second } = plate
  const swing = between(plate, 90, 170)
  const wave = `M-140 0q${between(plate, 90, 130)}-${swing} 220 0${`t220 0`.repeat(4)}`
  const steep = between(plate, -14, 14)
  let y = -40
  const bands = times(9, (index) => {
    const width = between(plate, 14, 58)
    y += width / 2 + 24
    const color = index % 3 === 1 ? second : first
    const band = `<use href="#w" y="${Math.round(y)}" stroke="${color}" stroke-width="${width}"/>`
    y += width / 2
    return band
  })
  return `<defs><path id="w" d="${wave}"/></defs><g fill="none" transform="rotate(${steep} 400 250)">${bands.join('')}</g>`
}

function cubes(plate: Plate): string {
  const side = choose(plate, [60, 80])
  const [w, h] = [Math.round(side * 0.87), side / 2]
  const placed: string[] = []
  for (let row = -1; row * side * 1.5 < HEIGHT + side; row += 1) {
    for (let column = -1; column * w * 2 < WIDTH + w; column += 1) {
      const chance = plate.random()
      const shape = chance < 0.12 ? 't' : 'u'
      if (chance < 0.78)
        placed.push(`<use href="#${shape}" x="${column * w * 2 + (row & 1) * w}" y="${row * side * 1.5}"/>`)
    }
  }
  return (
    lines('l', plate.first, 8) +
    `<defs><path id="t" fill="${plate.second}" d="M0 0l${w}-${h}l${w} ${h}l-${w} ${h}z"/>` +
    `<g id="u"><use href="#t"/>${path(plate.first, `M0 0l${w} ${h}v${side}l-${w}-${h}z`)}` +
    `${path('url(#l)', `M${w} ${h}l${w}-${h}v${side}l-${w} ${h}z`)}</g></defs>${placed.join('')}`
  )
}

function leaf(side: 1 | -1, size: number): string {
  const arc = `a${size} ${size} 0 0 ${side > 0 ? 1 : 0}`
  return `M0 0${arc} ${side * size} ${-size}${arc} ${-side * size} ${size}z`
}

function leaves(plate: Plate): string {
  const { first, second, ground } = plate
  const pitch = between(plate, 165, 200)
  const stems = times(5, (index) => {
    const x = 60 + index * pitch
    const top = between(plate, 20, 200)
    const size = between(plate, 54, 90)
    const [left, right] = index % 2 ? [second, first] : [first, second]
    const pair = `<g id="p${index}">${path(left, leaf(-1, size))}${path(right, leaf(1, size))}</g>`
    const step = Math.round(size * 0.92)
    const pairs = times(Math.ceil((HEIGHT - top) / step), (row) => {
      return `<use href="#p${index}" x="${x}" y="${top + size + row * step}"/>`
    })
    const stem = `<path d="M${x} ${top}V500" stroke="${ground}" stroke-width="5"/>`
    return `<defs>${pair}</defs>${pairs.join('')}${stem}`
  })
  return stems.join('')
}

/** The drawings that a cover is chosen from. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  hills,
  ripples,
  tiles,
  halftone,
  columns,
  contours,
  ribbons,
  cubes,
  leaves,
]
