/**
 * What an object has under a name of its own. To be asked wherever users choose the name: every object answers to `toString` and
 * `constructor` as well, with what nobody put there.
 */
export const own = <Value>(things: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(things, name) ? things[name] : undefined
