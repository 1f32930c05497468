import type { Browser, Locator, Page } from 'playwright-core'
import { assertAccessible, assertNoComplaints, enter, goTo, sitDown } from './browser.ts'
import { type Language, wordsIn } from './words.ts'

/** A user of the panels, in any language. */
export class Visitor {
  readonly page: Page
  readonly t: ReturnType<typeof wordsIn>

  readonly #seesColours: boolean

  constructor(page: Page, language: Language) {
    this.page = page
    this.t = wordsIn(language)
    this.#seesColours = language === 'en-US'
  }

  /** Opens a page and signs in as the admin of a cloud. */
  static async signIn(
    browser: Browser,
    { url, password, language }: { url: string; password: string; language: Language },
  ): Promise<Visitor> {
    const page = await sitDown(browser, { url, language })
    await enter(page, 'admin', password)
    return new Visitor(page, language)
  }

  /** Closes the page; fails if it has reported errors. */
  async leave(): Promise<void> {
    assertNoComplaints(this.page)
    await this.page.context().close()
  }

  /** Checks the accessibility of the page; contrast only in one language. */
  async lookClosely(): Promise<void> {
    await assertAccessible(this.page, { colours: this.#seesColours })
  }

  /** The input of a form field, by its property. */
  field(name: string): Locator {
    return this.page.locator(`[id="field-${name.replaceAll(/\W/g, '-')}"]`)
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name })
  }

  /** Fills in and submits a form: texts are typed, `{ choose }` selects an option. */
  async send(values: Readonly<Record<string, string | { readonly choose: string }>>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'string') await this.field(name).fill(value)
      else await this.field(name).selectOption({ label: value.choose })
    const dialog = this.page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    const refusal = dialog.locator('.pf-v6-c-alert.pf-m-danger')
    await refusal.or(this.page.locator('body:not(:has([role=dialog]))')).first().waitFor()
    if (await refusal.count()) throw new Error(await refusal.first().innerText())
    await dialog.waitFor({ state: 'detached' })
  }

  /** Creates an item with the form of a panel and waits for it in the list. */
  async make(panel: string, values: Parameters<Visitor['send']>[0], shown: string): Promise<void> {
    await goTo(this.page, `${panel}?do=create`)
    await this.page.getByRole('dialog').waitFor()
    await this.lookClosely()
    await this.send(values)
    await this.row(shown).first().waitFor()
  }

  /** Runs an action from the menu of a table row. */
  async act(name: string, action: string): Promise<void> {
    await this.row(name)
      .first()
      .getByRole('button', { name: this.t('shell.list.actionsOf', { name }) })
      .click()
    await this.page.getByRole('menuitem', { name: this.t(`action.${action}`), exact: true }).click()
  }

  /** Deletes an item of the list that is shown, and waits until it has left. */
  async remove(name: string): Promise<void> {
    await this.act(name, 'delete')
    const sure = this.page.getByRole('dialog').getByRole('button', { name: this.t('action.delete') })
    await sure.click()
    await this.row(name).waitFor({ state: 'detached' })
  }

  /** Runs an action from the menu of an item's page; returns the labels of all actions in it. */
  async actHere(name: string, action: string): Promise<readonly string[]> {
    await this.page.getByRole('button', { name: this.t('shell.list.actionsOf', { name }) }).click()
    const chosen = this.page.getByRole('menuitem', { name: this.t(`action.${action}`), exact: true })
    await chosen.waitFor()
    const offered = await this.page.getByRole('menuitem').allInnerTexts()
    await chosen.click()
    // Below the label may be the reason why the action is disabled.
    return offered.map((text) => text.split('\n')[0] ?? '')
  }

  /** Opens an item of a list by its name. */
  async open(panel: string, name: string): Promise<void> {
    await goTo(this.page, panel)
    await this.page.getByRole('link', { name, exact: true }).first().click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  async tab(id: string): Promise<void> {
    await this.page.getByRole('tab', { name: this.t(`tab.${id}`), exact: true }).click()
  }
}
