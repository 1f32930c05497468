interface ServerBody {
  readonly server: { readonly name: string; readonly description?: string | null }
}

/** Converts version-specific parts of the body of `POST /servers` for the use case, which knows no microversions. */
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
