-- findAcl
select *
  from "acls"
  where "owner_id" = ?;
select "user_id"
  from "acl_users"
  where "owner_id" = ?
  order by "user_id";

-- removeAcl
delete
  from "acl_users"
  where "owner_id" = ?;
delete
  from "acls"
  where "owner_id" = ?;

-- putAcl
delete
  from "acl_users"
  where "owner_id" = ?;
delete
  from "acls"
  where "owner_id" = ?;
insert into "acls" ("owner_id", "project_access", "created", "updated")
  values (?, ?, ?, ?);
insert into "acl_users" ("owner_id", "user_id")
  values (?, ?), (?, ?);
