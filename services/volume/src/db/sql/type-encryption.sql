-- findEncryption
select *
  from "volume_type_encryption"
  where "volume_type_id" = ?;
