# Reads the leaves of network_data.json; prints what to do, a line each: "mtu MAC N", "dhcp MAC", "address MAC IP/PREFIX",
# "route MAC NETWORK/PREFIX GATEWAY", "dns ADDRESS".
BEGIN { FS = "\t" }
{ value[$1] = $2 }

END {
  for (i = 0; ("links." i ".id") in value; i++) {
    link = "links." i "."
    mac[value[link "id"]] = value[link "ethernet_mac_address"]
    if (value[link "mtu"] + 0 > 0) print "mtu", value[link "ethernet_mac_address"], value[link "mtu"]
  }
  for (i = 0; ("networks." i ".type") in value; i++) {
    network = "networks." i "."
    nic = mac[value[network "link"]]
    if (nic == "") continue
    if (value[network "type"] == "ipv4_dhcp") print "dhcp", nic
    else if (value[network "ip_address"] != "") fixed(network, nic)
    name_servers(network)
  }
  name_servers("")
}

function fixed(network, nic,   i, route) {
  print "address", nic, with_prefix(value[network "ip_address"], value[network "netmask"])
  for (i = 0; (network "routes." i ".network") in value; i++) {
    route = network "routes." i "."
    print "route", nic, with_prefix(value[route "network"], value[route "netmask"]), value[route "gateway"]
  }
}

function name_servers(owner,   i, service) {
  for (i = 0; (owner "services." i ".type") in value; i++) {
    service = owner "services." i "."
    if (value[service "type"] == "dns" && !(value[service "address"] in told)) {
      told[value[service "address"]] = 1
      print "dns", value[service "address"]
    }
  }
}

function with_prefix(address, mask) {
  return address ~ /\// ? address : address "/" prefix(mask)
}

# The length of a netmask in dotted, hexadecimal (IPv6) or plain form.
function prefix(mask,   parts, count, i, bits, octet) {
  if (mask ~ /:/) {
    gsub(/[^0-9a-fA-F]/, "", mask)
    for (i = 1; i <= length(mask); i++) bits += bits_of[tolower(substr(mask, i, 1))]
    return bits + 0
  }
  if (mask !~ /\./) return mask
  count = split(mask, parts, ".")
  for (i = 1; i <= count; i++) for (octet = parts[i] + 0; octet > 0; octet = (octet * 2) % 256) bits++
  return bits + 0
}

BEGIN { bits_of["8"] = 1; bits_of["c"] = 2; bits_of["e"] = 3; bits_of["f"] = 4 }
