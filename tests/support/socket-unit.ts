// Does what systemd does for a socket unit and its service: it listens and accepts nothing, gives the socket to a process as
// descriptor 3, and starts that again whenever it ends. Ends itself, with the same code, once DATA_DIR has the file `stop`.
//   PORT=3000 DATA_DIR=data node socket-unit.ts PROGRAM ARGUMENT...
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

const { PORT, DATA_DIR = '.' } = process.env

const server = createServer()
server.listen({ port: Number(PORT), host: '127.0.0.1', backlog: 4096 }, () => {
  // oxlint-disable-next-line no-underscore-dangle -- Node does not tell the number in any other way
  const { fd } = (server as Server & { _handle: { fd: number } })._handle
  let status: number | null = null
  // The loop of this process waits in `spawnSync`, so it accepts no connection itself.
  while (!existsSync(join(DATA_DIR, 'stop'))) {
    const shell = ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh', ...process.argv.slice(2)]
    ;({ status } = spawnSync('sh', shell, { stdio: ['ignore', 'inherit', 'inherit', fd] }))
  }
  process.exit(status ?? 1)
})
