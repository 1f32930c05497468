-- defaultGroupOf
select "id"
  from "security_groups"
  where "default_of" = ?;
