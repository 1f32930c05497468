import type { KnownNamespace } from './known-namespace.ts'

const port = { minimum: 1, maximum: 65535 }

/** Namespaces about software installed in an image, volume or server. */
export const softwareNamespaces: readonly KnownNamespace[] = [
  {
    namespace: 'OS::Software::DBMS',
    display_name: 'Database Software',
    description: 'Databases that are installed, and how they are reached.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image' },
      { name: 'OS::Cinder::Volume', properties_target: 'image' },
      { name: 'OS::Nova::Server', properties_target: 'metadata' },
      { name: 'OS::Trove::Instance' },
    ],
    objects: [
      {
        name: 'MySQL',
        properties: {
          sw_database_mysql_version: { title: 'Version', type: 'string' },
          sw_database_mysql_listen_port: { title: 'Listen port', type: 'integer', ...port, default: 3306 },
          sw_database_mysql_admin: { title: 'Admin', type: 'string', default: 'root' },
        },
      },
      {
        name: 'PostgreSQL',
        properties: {
          sw_database_postgresql_version: { title: 'Version', type: 'string' },
          sw_database_postgresql_listen_port: {
            title: 'Listen port',
            type: 'integer',
            ...port,
            default: 5432,
          },
          sw_database_postgresql_admin: { title: 'Admin', type: 'string', default: 'postgres' },
        },
      },
      {
        name: 'SQL Server',
        properties: {
          sw_database_sqlserver_version: { title: 'Version', type: 'string' },
          sw_database_sqlserver_edition: {
            title: 'Edition',
            type: 'string',
            enum: [
              'Datacenter',
              'Enterprise',
              'Standard',
              'Web',
              'Business Intelligence',
              'Workgroup',
              'Express',
              'Compact (SQL CE)',
              'Developer',
              'Embedded (SSEE)',
              'Fast Track',
              'LocalDB',
              'Parallel Data Warehouse (PDW)',
              'Datawarehouse Appliance Edition',
            ],
            default: 'Express',
          },
          sw_database_sqlserver_listen_port: {
            title: 'Listen port',
            type: 'integer',
            ...port,
            default: 1433,
          },
          sw_database_postsqlserver_admin: { title: 'Admin', type: 'string', default: 'sa' },
        },
      },
      {
        name: 'Oracle',
        properties: {
          sw_database_oracle_version: { title: 'Version', type: 'string' },
          sw_database_oracle_edition: {
            title: 'Edition',
            type: 'string',
            enum: ['Enterprise', 'Standard', 'Standard Edition One', 'Express (XE)', 'Workgroup', 'Lite'],
            default: 'Express (XE)',
          },
          sw_database_oracle_listen_port: { title: 'Listen port', type: 'integer', ...port, default: 1521 },
        },
      },
      {
        name: 'DB2',
        properties: {
          sw_database_db2_version: { title: 'Version', type: 'string' },
          sw_database_db2_port: { title: 'Port', type: 'integer', ...port, default: 50000 },
          sw_database_db2_admin: { title: 'Admin', type: 'string' },
        },
      },
      {
        name: 'MongoDB',
        properties: {
          sw_database_mongodb_version: { title: 'Version', type: 'string' },
          sw_database_mongodb_listen_port: { title: 'Listen port', type: 'integer', ...port, default: 27017 },
          sw_database_mongodb_admin: { title: 'Admin', type: 'string' },
        },
      },
      {
        name: 'Couchbase Server',
        properties: {
          sw_database_couchbaseserver_version: { title: 'Version', type: 'string' },
          sw_database_couchbaseserver_listen_port: {
            title: 'Listen port',
            type: 'integer',
            ...port,
            default: 11211,
          },
          sw_database_couchbaseserver_admin: { title: 'Admin', type: 'string', default: 'admin' },
        },
      },
      {
        name: 'Redis',
        properties: {
          sw_database_redis_version: { title: 'Version', type: 'string' },
          sw_database_redis_listen_port: { title: 'Listen port', type: 'integer', ...port, default: 6379 },
          sw_database_redis_admin: { title: 'Admin', type: 'string', default: 'admin' },
        },
      },
      {
        name: 'CouchDB',
        properties: {
          sw_database_couchdb_version: { title: 'Version', type: 'string' },
          sw_database_couchdb_listen_port: { title: 'Listen port', type: 'integer', ...port, default: 5984 },
          sw_database_couchdb_admin: { title: 'Admin', type: 'string' },
        },
      },
      {
        name: 'Apache Cassandra',
        properties: {
          sw_database_cassandra_version: { title: 'Version', type: 'string' },
          sw_database_cassandra_listen_port: {
            title: 'Listen port',
            type: 'integer',
            ...port,
            default: 9160,
          },
          sw_database_cassandra_admin: { title: 'Admin', type: 'string', default: 'cassandra' },
        },
      },
      { name: 'HBase', properties: { sw_database_hbase_version: { title: 'Version', type: 'string' } } },
      {
        name: 'Hazlecast',
        properties: {
          sw_database_hazlecast_version: { title: 'Version', type: 'string' },
          sw_database_hazlecast_port: { title: 'Port', type: 'integer', ...port, default: 5701 },
        },
      },
    ],
  },
  {
    namespace: 'OS::Software::Runtimes',
    display_name: 'Runtime Environment',
    description: 'Languages whose runtimes are installed.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image' },
      { name: 'OS::Cinder::Volume', properties_target: 'image' },
      { name: 'OS::Nova::Server', properties_target: 'metadata' },
    ],
    objects: [
      { name: 'PHP', properties: { sw_runtime_php_version: { title: 'Version', type: 'string' } } },
      { name: 'Python', properties: { sw_runtime_python_version: { title: 'Version', type: 'string' } } },
      { name: 'Java', properties: { sw_runtime_java_version: { title: 'Version', type: 'string' } } },
      { name: 'Ruby', properties: { sw_runtime_ruby_version: { title: 'Version', type: 'string' } } },
      { name: 'Perl', properties: { sw_runtime_perl_version: { title: 'Version', type: 'string' } } },
    ],
  },
  {
    namespace: 'OS::Software::WebServers',
    display_name: 'Web Servers',
    description: 'Web servers that are installed, and their ports.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image' },
      { name: 'OS::Cinder::Volume', properties_target: 'image' },
      { name: 'OS::Nova::Server', properties_target: 'metadata' },
    ],
    objects: [
      {
        name: 'Apache HTTP Server',
        properties: {
          sw_webserver_apache_version: { title: 'Version', type: 'string' },
          sw_webserver_apache_http_port: { title: 'HTTP port', type: 'integer', ...port, default: 80 },
          sw_webserver_apache_https_port: { title: 'HTTPS port', type: 'integer', ...port, default: 443 },
        },
      },
      {
        name: 'Nginx',
        properties: {
          sw_webserver_nginx_version: { title: 'Version', type: 'string' },
          sw_webserver_nginx_http_port: { title: 'HTTP port', type: 'integer', ...port, default: 80 },
          sw_webserver_nginx_https_port: { title: 'HTTPS port', type: 'integer', ...port, default: 443 },
        },
      },
      {
        name: 'IIS',
        properties: {
          sw_webserver_iis_version: { title: 'Version', type: 'string' },
          sw_webserver_iis_http_port: { title: 'HTTP port', type: 'integer', ...port, default: 80 },
          sw_webserver_iis_https_port: { title: 'HTTPS port', type: 'integer', ...port, default: 443 },
        },
      },
    ],
  },
]
