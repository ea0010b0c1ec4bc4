import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const NAME = 'eslint-plugin-kafka-transactions';

/** How a command ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What npm and vitest tell the programs that they start is not for what a user starts. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^(?:npm_|vitest|node_env$|node_options$|force_color$)/i.test(key),
    ),
  );

/**
 * Runs a command of the shell, as a user would type it.
 *
 * @param command - The line.
 * @param cwd - The folder.
 * @param env - What to set in the environment.
 * @returns Its output and status, whatever it is.
 */
export async function run(command: string, cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], {
      cwd,
      env: { ...environment(), NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1', ...env },
      maxBuffer: 1 << 26,
    });
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { status: code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}

/** As `run`, for a command that has to succeed. */
export async function succeeds(
  command: string,
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { status, stdout, stderr } = await run(command, cwd, env);
  if (status !== 0) throw new Error(`${command}: status ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** What `npm pack` says of the package. */
export interface Packed {
  readonly tarball: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

let packing: Promise<Packed> | undefined;

/** The tarball that `npm publish` would upload. `npm run build` must have run. */
export function packed(): Promise<Packed> {
  return (packing ??= (async () => {
    const cache = path.join(root, '.cache');
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(path.join(cache, 'packed-'));
    const told = await succeeds(`npm pack --json --pack-destination ${folder}`, root);
    const [first] = JSON.parse(told) as (Packed & { filename: string })[];
    if (!first) throw new Error('npm pack has packed nothing');
    return { ...first, tarball: path.join(folder, first.filename) };
  })());
}

/** A folder outside of the repository with an example in it, and the packed plugin in place of the published one. */
export interface Project {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Copies an example to a folder of its own, where nothing of this repository is in reach.
 *
 * @param example - The example's path below `examples`.
 * @returns The project, not yet installed.
 */
export async function copied(example: string): Promise<Project> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'project-')));
  await cp(path.join(root, 'examples', example), folder, {
    recursive: true,
    filter: (source) => !/[\\/](?:node_modules|package-lock\.json)$/.test(source),
  });
  const manifest = path.join(folder, 'package.json');
  const { tarball } = await packed();
  const text = await readFile(manifest, 'utf8');
  const changed = text.replace(new RegExp(`("${NAME}": )"[^"]*"`), `$1${JSON.stringify(`file:${tarball}`)}`);
  if (changed === text) throw new Error(`${example} does not depend on ${NAME}`);
  await writeFile(manifest, changed);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What gets a project's dependencies, sooner from npm's cache than from the registry. */
export const INSTALL = 'npm install --prefer-offline --no-audit --no-fund';

/** As `copied`, and installed. */
export async function installed(example: string): Promise<Project> {
  const project = await copied(example);
  await succeeds(INSTALL, project.folder);
  return project;
}
