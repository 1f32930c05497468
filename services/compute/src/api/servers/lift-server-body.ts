interface ServerBody {
  readonly server: { readonly name: string; readonly description?: string | null }
}

/** What a body of `POST /servers` leaves to the version it is of, told to the use case, which knows none. */
export const serverLifts = [
  [
    '2.37',
    ({ server, ...hints }: ServerBody) => ({ ...hints, server: { networks: 'available', ...server } }),
  ],
  [
    '2.19',
    ({ server, ...hints }: ServerBody) => ({ ...hints, server: { description: server.name, ...server } }),
  ],
] as const
