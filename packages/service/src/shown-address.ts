/** A URL without scheme and credentials, for labels: `db1:5432/nova_api`. */
export const withoutAccount = (address: string): string =>
  address.replace(/^[^:]+:(\/\/)?/, '').replace(/[^/@,]*@/g, '')

/** A URL without passwords, for logs; each broker of a cluster may have one. */
export const withoutPassword = (address: string): string =>
  address
    .replace(/(?<=:\/\/)[^/?]*/, (authority) =>
      authority
        .split(',')
        .map((part) => part.replace(/:.*@/, ':****@'))
        .join(','),
    )
    .replace(/(?<=[?&]password=)[^&]*/g, '****')
