import { isNamed, NO_SETTINGS, type Settings } from './settings.js';

/**
 * Who gets an error and does nothing with it but write it down. A function that cannot be seen into is judged by its name here,
 * and only towards silence: a logger surfaces nothing, everything else is believed to act on what it gets.
 */
const levels =
  /^(log|error|warn|warning|info|debug|trace|fatal|verbose|silly|notice|critical|alert|emerg|child|http|dir|table|timeEnd)$/;
const recorders =
  /^(captureException|captureMessage|captureError|recordException|recordError|noticeError|trackException|trackError|logError|logException|logWarning|reportError|increment|inc|dec|decrement|observe|gauge|histogram|timing|mark|setAttribute|setAttributes|setStatus|addEvent|setTag|setExtra|startTimer|countError|addBreadcrumb)$/;
const channels =
  /(log|logger|console|sentry|bugsnag|rollbar|honeybadger|raygun|newrelic|datadog|statsd|apm|tracer|span|telemetry|metric|metrics|counter|gauge|histogram|monitor|monitoring|stats|pino|winston|bunyan|debug)s?$/i;
const receivers =
  /(sub|subject|subscriber|observer|controller|deferred|stream|sink|job|task|handlers?|hooks?|callbacks?|listeners?|events?|done|promise|request|response|reply|res|spinner)$/i;
const bare =
  /^(log|logger|debug|warn|info|trace|print|println|captureException|captureError|captureMessage|logError|logWarn|logWarning|logFailure|logException|recordError|recordException|reportError|debugLog)$/;

/** Whether a call, by the names it is spelled with (`this.logger.error` is `['this', 'logger', 'error']`), only writes down. */
export function isRecorder(path: readonly string[], settings: Settings = NO_SETTINGS): boolean {
  if (isNamed(path, settings.log)) return true;
  if (isNamed(path, settings.surface)) return false;
  const name = path.at(-1)?.replace(/^#/, '') ?? '';
  if (path.length === 1) return bare.test(name);
  const owner = path.at(-2)?.replace(/^#/, '') ?? '';
  if (recorders.test(name)) return true;
  if (channels.test(owner)) return true;
  return levels.test(name) && !receivers.test(owner) && path[0] !== 'Promise';
}

/** Whether a call only waits, by its name. */
export const isPause = (name: string): boolean =>
  /^(sleep|delay|wait|pause|setTimeout|timeout|backoff|timers)/i.test(name);

/** Whether a call that gets nothing still ends or replaces what the error has made unusable, by its name. */
export const isRescue = (path: readonly string[], settings: Settings = NO_SETTINGS): boolean =>
  isNamed(path, settings.surface) ||
  /(shut.?down|exit|restart|reconnect|recreate|reset|terminate|close|stop|crash|die|panic|bail|fail|fatal|abortProcess|unhealthy|replace|rebuild|reject|raise|escalate|recover|kill)/i.test(
    path.at(-1) ?? '',
  );
