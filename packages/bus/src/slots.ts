/** A semaphore with a fair queue. */
export class Slots {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves when a slot is free; call {@link release} afterwards. */
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
