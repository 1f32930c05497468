/** A number of hands: who finds none free waits in line. */
export class Slots {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves when it is the caller's turn; {@link release} must follow. */
  async take(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#line.push(resolve))
  }

  release(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
