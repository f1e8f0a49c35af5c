// Checks the layout of a screen by the geometry of its elements, without stored pictures.
/* oxlint-disable max-lines -- it is sent to the browser as one text without imports */
import type { Page } from '@playwright/test'

type Box = { left: number; top: number; right: number; bottom: number }
type Line = { element: Element; block: Element; layer: Element | null; ink: Box; shown: Box }
type Target = { element: Element; parts: Element[]; rects: Box[]; box: Box; isSmall: boolean }

/**
 * Returns the layout faults of the whole page in its current window, a sentence for each. A sentence starts with the
 * kind: `text on text`, `cut off`, `runs together`, `sticks out`, `covered`, `too small to hit`.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  // A class is one text with all its methods, so it can be sent to the browser.
  return page.evaluate<string[]>(`new (${String(Layout)})().findFaults()`)
}

/** Runs in the browser, so it uses only names of the class. */
class Layout {
  faults = new Map<string, string>()
  ids = new Map<Element, number>()
  styles = new Map<Element, CSSStyleDeclaration>()
  drawn = new Map<Element, boolean>()
  clips = new Map<Element, Box>()
  linesIn = new Map<Element, Line[]>()
  page: Box = { left: 0, top: 0, right: 0, bottom: 0 }
  moving = new Set<Element | null>()
  clickable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, ' +
    ['button', 'tab', 'switch', 'checkbox', 'radio', 'menuitem'].map((role) => `[role=${role}]`).join()

  findFaults(): string[] {
    const all = [...document.body.querySelectorAll('*')].filter((element) => !element.closest('svg *'))
    const stick = this.unstick(all)
    try {
      this.compareAll(all)
    } finally {
      stick()
    }
    return [...this.faults.values()]
  }

  compareAll(all: Element[]): void {
    const { scrollWidth, scrollHeight } = document.documentElement
    const [left, top] = [-scrollX, -scrollY]
    this.page = { left, top, right: left + scrollWidth, bottom: top + scrollHeight }
    this.moving = this.findMoving()
    const lines = this.readLines()
    const elements = all.filter((element) => this.isDrawn(element))
    this.findTextOnText(lines)
    for (const line of lines) this.findCut(line)
    for (const element of elements) this.findRunningTogether(element)
    this.findWidePage(elements)
    for (const { element, shown } of lines) this.findStickingOut(element, shown, element)
    for (const element of elements)
      if (this.isCard(element) || element.matches('img, svg, video, canvas'))
        this.findStickingOut(element, this.shownBoxOf(element), element.parentElement)
    this.findMisses(elements) // last, because it scrolls
  }

  /** Puts sticky boxes back into the flow: stuck, they cover others on purpose; in the flow, they must not. */
  unstick(elements: Element[]): () => void {
    const sticky = elements.filter((element) => getComputedStyle(element).position === 'sticky')
    const undo = sticky.map((element) => {
      const { style } = element as HTMLElement
      const { cssText } = style
      style.setProperty('position', 'relative', 'important')
      style.setProperty('inset', 'auto', 'important')
      return () => (style.cssText = cssText)
    })
    return () => undo.forEach((restore) => restore())
  }

  /** Finds elements with an endless animation, such as a ticker: its window cuts it on purpose. */
  findMoving(): Set<Element | null> {
    const endless = document
      .getAnimations()
      .map(({ effect }) => effect)
      .filter((effect) => effect instanceof KeyframeEffect)
      .filter((effect) => effect.getTiming().iterations === Infinity)
    return new Set(endless.map(({ target }) => target))
  }

  readLines(): Line[] {
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !this.isDrawn(element)) continue
      if (element.matches('details:not([open])')) continue // its content has a size, but is not visible
      range.selectNodeContents(node)
      for (const ink of this.inkOf([...range.getClientRects()])) lines.push(this.toLine(element, ink))
    }
    return lines
  }

  /**
   * Returns the area of the letters of a text. The box of a line is higher than its letters, and the boxes of two tight
   * texts may overlap. But an element between two lines of a text overlaps the text.
   */
  inkOf(rects: DOMRect[]): Box[] {
    const lines = rects.filter(({ width, height }) => width > 1 && height > 1)
    return lines.map(({ left, top, right, bottom, height }, index) => {
      const [before, after] = [lines[index - 1], lines[index + 1]]
      const above = before ? (top - before.bottom) / 2 : Infinity
      const below = after ? (after.top - bottom) / 2 : Infinity
      const reach = (half: number) => (Math.abs(half) < height / 2 ? half : height * -0.12)
      return { left, top: top - reach(above), right, bottom: bottom + reach(below) }
    })
  }

  toLine(element: Element, ink: Box): Line {
    const shown = this.meet(ink, this.clipOf(element))
    const line = { element, block: this.blockOf(element), layer: this.layerOf(element), ink, shown }
    for (
      let holder: Element | null = element;
      holder && !this.isEmpty(shown);
      holder = holder.parentElement
    ) {
      const inside = this.linesIn.get(holder)
      if (inside) inside.push(line)
      else this.linesIn.set(holder, [line])
    }
    return line
  }

  findTextOnText(lines: Line[]): void {
    const shown = lines.filter(
      (line) => !this.isEmpty(line.shown) && !line.element.closest('[aria-hidden=true]'),
    )
    let open: Line[] = []
    for (const line of shown.toSorted((one, other) => one.shown.top - other.shown.top)) {
      open = open.filter((other) => other.shown.bottom > line.shown.top)
      for (const other of open) this.compareLines(other, line)
      open.push(line)
    }
  }

  compareLines(upper: Line, lower: Line): void {
    if (upper.block === lower.block || upper.layer !== lower.layer) return
    const { width, height } = this.sizeOf(this.meet(upper.shown, lower.shown))
    if (width <= 2 || height <= 1) return
    const [what, other] = [upper.element, lower.element]
    const by = `${Math.round(width)} x ${Math.round(height)} px`
    this.report('text on text', [what, other], `${this.name(what)} lies on ${this.name(other)} by ${by}`)
  }

  findCut({ element, ink }: Line): void {
    for (let box: Element | null = element; box && box !== document.body; box = this.holderOf(box)) {
      if (this.mayCut(box)) return
      const loss = this.cuts(box) ? this.lossOf(ink, box) : 0
      if (loss <= 1.5) continue
      const by = `${Math.round(loss)} px by ${this.name(box)}`
      return this.report('cut off', [this.blockOf(element), box], `${this.name(element)} is cut by ${by}`)
    }
  }

  /** Returns true if a box cuts its content on purpose: it scrolls, moves, shows only the first lines, or is closed. */
  mayCut(box: Element): boolean {
    const { overflow, webkitLineClamp } = this.styleOf(box)
    if (this.moving.has(box) || webkitLineClamp !== 'none' || /auto|scroll/.test(overflow)) return true
    return this.cuts(box) && this.isEmpty(this.openingOf(box))
  }

  /** Returns the number of pixels of a line that a box cuts off by its hidden overflow. */
  lossOf(ink: Box, box: Element): number {
    const room = this.openingOf(box)
    const isEllipsis = this.styleOf(box).textOverflow === 'ellipsis'
    const isAway = ink.right <= room.left // moved out on purpose, because a picture replaces the text
    const lossX = isEllipsis || isAway ? 0 : Math.max(room.left - ink.left, ink.right - room.right)
    return Math.max(lossX, room.top - ink.top, ink.bottom - room.bottom)
  }

  findRunningTogether(parent: Element): void {
    const isRow = /flex|grid|table-row/.test(this.styleOf(parent).display)
    const children = [...parent.children].filter((child) => this.linesIn.has(child))
    for (const [index, child] of children.entries()) {
      const next = children[index + 1]
      if (!next || !this.areNear(this.boxOf(child), this.boxOf(next))) continue
      if (isRow || (this.standsAlone(child) && this.standsAlone(next) && !this.isTextBetween(child, next)))
        this.compareNeighbours(child, next)
    }
  }

  compareNeighbours(one: Element, next: Element): void {
    const gap = Math.min(this.gapOfTexts(one, next), this.gapOfPills(one, next))
    if (gap >= 4) return
    const sentence = `${this.name(one)} and ${this.name(next)} are ${Math.round(gap)} px apart`
    this.report('runs together', [one, next], sentence)
  }

  /** Returns the gap between texts on one line, otherwise infinity. Overlapping texts are another kind of fault. */
  gapOfTexts(one: Element, next: Element): number {
    const ends =
      /[\p{P}\p{S}]$/u.test(one.textContent.trim()) || /^[\p{P}\p{S}]/u.test(next.textContent.trim())
    if (ends) return Infinity
    const lines = this.linesIn.get(next) ?? []
    const gaps = (this.linesIn.get(one) ?? []).flatMap(({ shown, layer }) =>
      lines.filter((line) => line.layer === layer).map((line) => this.gapOnOneLine(shown, line.shown)),
    )
    return Math.min(Infinity, ...gaps.filter((gap) => gap > -2))
  }

  /** Returns the gap between boxes with round corners. Boxes with square corners may touch on purpose. */
  gapOfPills(one: Element, next: Element): number {
    const [pill, nextPill] = [this.pillOf(one), this.pillOf(next)]
    if (!pill || !nextPill) return Infinity
    const isJoined = [
      this.styleOf(pill).borderBottomRightRadius,
      this.styleOf(nextPill).borderTopLeftRadius,
    ].some((radius) => parseFloat(radius) === 0)
    const [box, nextBox] = [this.boxOf(pill), this.boxOf(nextPill)]
    const gap = Math.min(
      this.gapOnOneLine(box, nextBox),
      this.gapOnOneLine(this.turn(box), this.turn(nextBox)),
    )
    return isJoined || gap > 2 || gap < -2 ? Infinity : gap
  }

  pillOf(element: Element): Element | undefined {
    const only = element.childElementCount === 1 ? element.firstElementChild : null
    return [element, only].find((each) => each && this.isBoxed(each)) ?? undefined
  }

  areNear(one: Box, other: Box): boolean {
    const { width, height } = this.sizeOf(this.meet(one, other))
    return width > -4 && height > -4
  }

  gapOnOneLine(one: Box, other: Box): number {
    const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    const height = Math.min(this.sizeOf(one).height, this.sizeOf(other).height)
    return shared > height / 2 ? Math.max(other.left - one.right, one.left - other.right) : Infinity
  }

  /** Returns true if an element is a control, a badge, or a list item around one. Others may be parts of a word. */
  standsAlone(element: Element): boolean {
    const inner = element.querySelector(this.clickable)
    const isAround = inner?.textContent.trim() === element.textContent.trim()
    return element.matches(this.clickable) || isAround || this.isBoxed(element)
  }

  isTextBetween(one: Element, next: Element): boolean {
    let node = one.nextSibling
    while (node && node !== next && !(node instanceof Text && node.data)) node = node.nextSibling
    return node !== next
  }

  findWidePage(elements: Element[]): void {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return
    const rightOf = (element: Element) => this.shownBoxOf(element).right
    const widest = elements.reduce((one, other) => (rightOf(other) > rightOf(one) ? other : one))
    const by = `${scrollWidth - clientWidth} px wider than the window of ${clientWidth} px`
    this.report('sticks out', [widest], `the page is ${by}, as ${this.name(widest)} is`)
  }

  findStickingOut(element: Element, shown: Box, start: Element | null): void {
    const card = this.isEmpty(shown) ? undefined : this.cardOf(element, start)
    if (!card) return
    const room = this.shownBoxOf(card)
    const lossX = Math.max(room.left - shown.left, shown.right - room.right)
    // Without a visible edge, the height of a box cannot be seen.
    const lossY = this.isBoxed(card) ? Math.max(room.top - shown.top, shown.bottom - room.bottom) : 0
    if (lossX <= 1 && lossY <= 2) return
    const by = `${Math.round(Math.max(lossX, lossY))} px out of ${this.name(card)}`
    this.report('sticks out', [element, card], `${this.name(element)} sticks ${by}`)
  }

  /**
   * Returns the nearest box with an edge; undefined beyond a positioned element, which may leave the box on purpose.
   */
  cardOf(element: Element, start: Element | null): Element | undefined {
    if (element !== start && this.isPositioned(element)) return
    let box = start
    while (box && box !== document.body && !this.isCard(box))
      box = this.isPositioned(box) ? null : box.parentElement
    return box && box !== document.body ? box : undefined
  }

  isPositioned(element: Element): boolean {
    const { display, position } = this.styleOf(element)
    return display !== 'contents' && /absolute|fixed/.test(position)
  }

  isCard(element: Element): boolean {
    const isLabel =
      element.matches(`${this.clickable}, th, td, label`) && this.styleOf(element).display !== 'inline'
    return isLabel || this.isBoxed(element)
  }

  /** Returns true if an element has a visible edge: another colour than the one behind it, a picture, or borders. */
  isBoxed(element: Element): boolean {
    if (element === document.body || element === document.documentElement) return false
    const { display, backgroundColor, backgroundImage, borderLeftWidth, borderRightWidth } =
      this.styleOf(element)
    if (display === 'contents') return false
    const hasSides = parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0
    const isPainted = this.isPaint(backgroundColor) && backgroundColor !== this.paintBehind(element)
    return hasSides || isPainted || backgroundImage !== 'none'
  }

  isPaint(color: string): boolean {
    return !/^rgba\(.*, 0\)$|\/ 0\)$/.test(color)
  }

  paintBehind(element: Element): string | undefined {
    let behind = element.parentElement
    while (behind && !this.isPaint(this.styleOf(behind).backgroundColor)) behind = behind.parentElement
    return behind ? this.styleOf(behind).backgroundColor : undefined
  }

  findMisses(elements: Element[]): void {
    // `scrollIntoView` also scrolls boxes with hidden overflow.
    const scrolled = [document.documentElement, document.body, ...elements]
      .filter((element, index) => index < 2 || this.styleOf(element).overflow !== 'visible')
      .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }))
    const targets = this.listTargets(elements)
    const tight = targets.filter((target) => this.isTight(target, targets))
    for (const target of targets) this.findCovered(target)
    for (const target of tight) this.findSmall(target)
    for (const { element, left, top } of scrolled) element.scrollTo({ left, top, behavior: 'instant' })
  }

  listTargets(elements: Element[]): Target[] {
    const modal = document.querySelector(':modal')
    return elements
      .filter((element) => element.matches(this.clickable) || this.isLoneLabel(element))
      .filter((element) => !element.matches(':disabled, [aria-disabled=true]') && this.isSeen(element))
      .filter((element) => !modal || modal.contains(element))
      .map((element) => {
        const parts = [element, ...this.labelsOf(element)].filter((part) => this.isSeen(part))
        const rects = parts.flatMap((part) => [...part.getClientRects()])
        const box = this.join(rects)
        const { width, height } = this.sizeOf(box)
        return { element, parts, rects, box, isSmall: width < 23.5 || height < 23.5 }
      })
  }

  labelsOf(element: Element): Element[] {
    return 'labels' in element && element.labels instanceof NodeList
      ? [...(element.labels as NodeListOf<Element>)]
      : []
  }

  /** Returns true if an element is the label of an invisible control. */
  isLoneLabel(element: Element): boolean {
    return element instanceof HTMLLabelElement && element.control !== null && !this.isSeen(element.control)
  }

  findCovered({ element, parts }: Target): void {
    const cover = this.coverOf(element, parts)
    if (!cover) return
    this.report('covered', [element, cover], `${this.name(element)} lies under ${this.name(cover)}`)
  }

  /** Returns the element that a click on the middle of another element would hit instead, even after scrolling. */
  coverOf(element: Element, parts: Element[]): Element | undefined {
    const first = this.hitAt(element, 0, 0)
    if (first && this.belongs(first, parts)) return
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const second = this.hitAt(element, 0, 0)
    if (!second || this.belongs(second, parts) || second.contains(element)) return undefined
    if (second.closest('.toast-close')) return undefined // a press takes it away
    const layer = this.layerOf(second)
    return layer && layer !== this.layerOf(element) && this.isRetryable(layer) ? undefined : second
  }

  hitAt(element: Element, dx: number, dy: number): Element | null {
    const rect = element.getClientRects()[0]
    return rect
      ? document.elementFromPoint(rect.left + rect.width / 2 + dx, rect.top + rect.height / 2 + dy)
      : null
  }

  /**
   * Returns true if a click on an element activates a target. The element may be its label or another link to its URL.
   */
  belongs(hit: Element, parts: Element[]): boolean {
    const href = hit.closest('a')?.href
    return parts.some(
      (part) => part.contains(hit) || (part instanceof HTMLAnchorElement && part.href === href),
    )
  }

  /** Returns true if a target is too small and too near to another one (WCAG 2.2, 2.5.8). */
  isTight(target: Target, targets: Target[]): boolean {
    if (!target.isSmall || this.isInSentence(target) || this.hasEqual(target, targets)) return false
    const layer = this.layerOf(target.element)
    return targets
      .filter((other) => this.layerOf(other.element) === layer && !this.isSameTarget(target, other))
      .some((other) => this.isTooNear(target, other))
  }

  isTooNear(target: Target, other: Target): boolean {
    const { x, y } = this.middleOf(target.box)
    const middle = this.middleOf(other.box)
    const isInCircle = ({ left, right, top, bottom }: Box) =>
      Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom)) < 11.5
    return other.rects.some(isInCircle) || (other.isSmall && Math.hypot(x - middle.x, y - middle.y) < 23.5)
  }

  isSameTarget(one: Target, other: Target): boolean {
    return one.parts.some((part) => other.parts.some((each) => part.contains(each) || each.contains(part)))
  }

  hasEqual({ element }: Target, targets: Target[]): boolean {
    if (!(element instanceof HTMLAnchorElement)) return false
    return targets.some(
      (other) =>
        !other.isSmall && other.element instanceof HTMLAnchorElement && other.element.href === element.href,
    )
  }

  isInSentence({ element, rects }: Target): boolean {
    const block = element.parentElement && this.blockOf(element.parentElement)
    if (!block || !this.styleOf(element).display.startsWith('inline')) return false
    const words = (this.linesIn.get(block) ?? []).filter((line) => !line.element.closest(this.clickable))
    return words.some(({ shown }) => rects.some((rect) => shown.top < rect.bottom && rect.top < shown.bottom))
  }

  findSmall({ element, parts, box }: Target): void {
    const { width, height } = this.sizeOf(box)
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const probes = [
      ...(width < 23.5
        ? [
            [-11.5, 0],
            [11.5, 0],
          ]
        : []),
      ...(height < 23.5
        ? [
            [0, -11.5],
            [0, 11.5],
          ]
        : []),
    ]
    const hits = probes.map(([dx = 0, dy = 0]) => this.hitAt(element, dx, dy))
    if (hits.every((hit) => hit && this.belongs(hit, parts))) return
    const size = `${Math.round(width)} x ${Math.round(height)} px`
    this.report('too small to hit', [element], `${this.name(element)} is ${size}, with another one beside it`)
  }

  isDrawn(element: Element): boolean {
    let isDrawn = this.drawn.get(element)
    if (isDrawn === undefined) {
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      isDrawn = isVisible && !element.closest('[inert], select *, textarea *')
      this.drawn.set(element, isDrawn)
    }
    return isDrawn
  }

  isSeen(element: Element): boolean {
    return this.isDrawn(element) && !this.isEmpty(this.shownBoxOf(element))
  }

  shownBoxOf(element: Element): Box {
    return this.meet(this.boxOf(element), this.clipOf(this.holderOf(element)))
  }

  /** Returns the visible area in an element: the part that the boxes around it do not cut. */
  clipOf(element: Element | null): Box {
    if (!element || element === document.body || element === document.documentElement) return this.page
    let clip = this.clips.get(element)
    if (!clip) {
      clip = this.clipOf(this.holderOf(element))
      if (this.cuts(element)) clip = this.meet(clip, this.openingOf(element))
      this.clips.set(element, clip)
    }
    return clip
  }

  cuts(element: Element): boolean {
    const { display, overflow, clip, clipPath } = this.styleOf(element)
    return (
      !/^inline$|contents/.test(display) &&
      (overflow !== 'visible' || clip !== 'auto' || clipPath.startsWith('inset'))
    )
  }

  openingOf(element: Element): Box {
    const { overflowX, overflowY, clip, clipPath } = this.styleOf(element)
    const inside = this.insideOf(element)
    if (clip !== 'auto' || clipPath.startsWith('inset'))
      return { ...inside, right: inside.left, bottom: inside.top }
    const endless = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    const [x, y] = [overflowX === 'visible' ? endless : inside, overflowY === 'visible' ? endless : inside]
    return { left: x.left, right: x.right, top: y.top, bottom: y.bottom }
  }

  /** Returns the parent whose overflow cuts an element. For a positioned element, only positioned parents do. */
  holderOf(element: Element): Element | null {
    const { position } = this.styleOf(element)
    if (position === 'fixed') return null
    let holder = element.parentElement
    if (position !== 'absolute') return holder
    while (holder && this.styleOf(holder).position === 'static') holder = holder.parentElement
    return holder
  }

  blockOf(element: Element): Element {
    let block = element
    while (block.parentElement && /^inline$|contents|ruby/.test(this.styleOf(block).display))
      block = block.parentElement
    return block
  }

  /** Returns the layer of an element that covers the page on purpose: a fixed bar, a dialog, an open menu. */
  layerOf(element: Element): Element | null {
    let layer: Element | null = element
    while (
      layer &&
      this.styleOf(layer).position !== 'fixed' &&
      !layer.matches(':modal, [role=listbox], [role=menu]') &&
      !this.isRetryable(layer)
    )
      layer = layer.parentElement
    return layer
  }

  /** Returns true if a layer may cover the page, because a click beside it closes it. */
  isRetryable(layer: Element): boolean {
    return layer.matches(':popover-open') || this.isOpenMenu(layer)
  }

  /** Returns true if an element is the open menu of a summary. */
  isOpenMenu(element: Element): boolean {
    return element.matches('details[open] > *') && this.styleOf(element).position === 'absolute'
  }

  insideOf(element: Element): Box {
    const { left, top, right, bottom } = this.boxOf(element)
    const { borderLeftWidth, borderTopWidth, borderRightWidth, borderBottomWidth } = this.styleOf(element)
    return {
      left: left + parseFloat(borderLeftWidth),
      top: top + parseFloat(borderTopWidth),
      right: right - parseFloat(borderRightWidth),
      bottom: bottom - parseFloat(borderBottomWidth),
    }
  }

  boxOf(element: Element): Box {
    return element.getBoundingClientRect()
  }

  meet(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    }
  }

  join(boxes: Box[]): Box {
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    }
  }

  turn({ left, top, right, bottom }: Box): Box {
    return { left: top, top: left, right: bottom, bottom: right }
  }

  sizeOf({ left, top, right, bottom }: Box): { width: number; height: number } {
    return { width: right - left, height: bottom - top }
  }

  middleOf({ left, top, right, bottom }: Box): { x: number; y: number } {
    return { x: (left + right) / 2, y: (top + bottom) / 2 }
  }

  /** Returns true if a box has one pixel at most, like texts for screen readers. */
  isEmpty(box: Box): boolean {
    const { width, height } = this.sizeOf(box)
    return width <= 1 || height <= 1
  }

  styleOf(element: Element): CSSStyleDeclaration {
    let style = this.styles.get(element)
    if (!style) {
      style = getComputedStyle(element)
      this.styles.set(element, style)
    }
    return style
  }

  /** Stores one fault of each kind for the same elements, even if several of their lines have it. */
  report(kind: string, elements: Element[], sentence: string): void {
    for (const element of elements) if (!this.ids.has(element)) this.ids.set(element, this.ids.size)
    const ids = elements.map((element) => this.ids.get(element) ?? 0).toSorted((one, other) => one - other)
    const key = `${kind} ${ids.join(' ')}`
    if (!this.faults.has(key)) this.faults.set(key, `${kind}: ${sentence}`)
  }

  name(element: Element): string {
    const words = (element.textContent.trim() || element.getAttribute('aria-label') || '').replace(
      /\s+/g,
      ' ',
    )
    const classes = [...element.classList].slice(0, 2).map((each) => `.${each}`)
    return `"${words.length > 32 ? `${words.slice(0, 31)}…` : words}" (${element.localName}${classes.join('')})`
  }
}
