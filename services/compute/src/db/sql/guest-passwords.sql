-- find
select "password"
  from "guest_passwords"
  where "server_id" = ?;

-- set
insert into "guest_passwords" ("server_id", "password")
  values (?, ?)
  on conflict ("server_id") do nothing;

-- remove
delete
  from "guest_passwords"
  where "server_id" = ?;
