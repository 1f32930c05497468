/**
 * The name by which other guests find a server's ports, for ports that are the server's. Since 2.94 a host name may be fully
 * qualified; the domain is the network's.
 */
export const dnsNameOf = ({ hostname }: { readonly hostname: string }): { readonly dns_name: string } => ({
  dns_name: hostname.split('.')[0] ?? '',
})
