type Flat<All> = { [Name in keyof All]: All[Name] }

/** The same type without undefined values, for request bodies. */
export type Present<All> = Flat<
  { [Name in keyof All as undefined extends All[Name] ? never : Name]: All[Name] } & {
    [Name in keyof All as undefined extends All[Name] ? Name : never]?: Exclude<All[Name], undefined>
  }
>

export const present = <All extends object>(all: All): Present<All> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Present<All>
