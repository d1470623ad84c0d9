// What the package offers: one set of tools, served over stdio by the command line and over HTTP by the server.
export { createMcpServer, type McpOptions } from './create-server.ts'
