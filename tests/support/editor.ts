// The field for the text of an article: a text area until the editor has taken its place.
import type { Locator, Page } from '@playwright/test'
import { expect } from './journeys.ts'

const LABEL = 'Content * (Markdown supported)'

/** Returns the box that the text is written in. */
export const contentOf = (page: Page): Locator => page.getByRole('textbox', { name: LABEL })

/** Returns the box as soon as it is that of the editor. */
export async function editorOf(page: Page): Promise<Locator> {
  const editor = contentOf(page).and(page.locator('[contenteditable]'))
  await expect(editor).toBeVisible()
  return editor
}

/** Returns the text as the form sends it. */
export const readContent = (page: Page): Promise<string> =>
  page.locator('textarea[name=content]').evaluate(({ form }: HTMLTextAreaElement) => {
    const sent = form && new FormData(form).get('content')
    return typeof sent === 'string' ? sent : ''
  })

/** Waits until the form has this text. */
export const expectContent = (page: Page, text: string | RegExp): Promise<void> =>
  typeof text === 'string'
    ? expect.poll(() => readContent(page)).toBe(text)
    : expect.poll(() => readContent(page)).toMatch(text)

/** Replaces the text: that of the editor as if another text had been pasted, or that of the text area without scripts. */
export async function fillContent(page: Page, text: string): Promise<void> {
  if (!(await page.evaluate(() => matchMedia('(scripting: enabled)').matches)))
    return contentOf(page).fill(text)
  const editor = await editorOf(page)
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, text)
  await expectContent(page, text)
}

/** Opens the details beside the text, unless they are open. Without scripts they always are. */
export async function openDetails(page: Page): Promise<void> {
  const author = page.getByLabel('Author *')
  await expect(async () => {
    if (!(await author.isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(author).toBeVisible({ timeout: 500 })
  }).toPass() // the button works as soon as its script is there
}

/** Opens the sheet with the sites and the time, unless it is open. Without scripts it always is. */
export async function openSheet(page: Page): Promise<void> {
  const sites = page.getByRole('group', { name: 'Target Sites' })
  const open = page.getByRole('button', { name: 'Where and when', exact: true })
  if (await sites.isVisible()) return
  await open.click()
  await expect(sites).toBeVisible()
}

/** Returns the box of a site that the article can go to. */
export async function siteBox(page: Page, name: string): Promise<Locator> {
  await openSheet(page)
  return page.getByRole('checkbox', { name: new RegExp(name) })
}

/** Returns one of the other actions. With scripts they are in a menu, which it opens. */
export async function otherAction(page: Page, name: string): Promise<Locator> {
  const menu = page.locator('#other-actions')
  await menu.waitFor({ state: 'attached' })
  const action = menu.getByText(name, { exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  if ((await more.isVisible()) && !(await action.isVisible())) await more.click()
  return action
}
