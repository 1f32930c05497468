/** An address without its scheme and account, for labels: `db1:5432/nova_api`. */
export const withoutAccount = (address: string): string =>
  address.replace(/^[^:]+:(\/\/)?/, '').replace(/[^/@,]*@/g, '')

/** An address without its passwords, as logs and lists show it: each broker of a cluster may have one. */
export const withoutPassword = (address: string): string =>
  address
    .replace(/(?<=:\/\/)[^/?]*/, (authority) =>
      authority
        .split(',')
        .map((part) => part.replace(/:.*@/, ':****@'))
        .join(','),
    )
    .replace(/(?<=[?&]password=)[^&]*/g, '****')
