import { getFirestore } from 'firebase-admin/firestore';

const db = getFirestore();

const RETRIABLE = new Set(['aborted', 'deadline-exceeded', 'unavailable']);

/** Adds the points of a match to both teams. */
export async function settle(match) {
  const batch = db.batch();
  const teams = db.collection('teams');
  batch.update(teams.doc(match.home), { points: match.homePoints });
  batch.update(teams.doc(match.away), { points: match.awayPoints });

  for (let attempt = 0; attempt < 4; attempt += 1) {
    try {
      await batch.commit();
      return true;
    } catch (err) {
      if (!RETRIABLE.has(err.code)) {
        console.error(`match ${match.id} not settled`, err);
        return false;
      }
    }
  }
  return false;
}

export const rename = (id, name) =>
  db.runTransaction(async (transaction) => {
    const ref = db.collection('teams').doc(id);
    const team = await transaction.get(ref);
    if (!team.exists) return;
    transaction.update(ref, { name, formerly: team.get('name') });
  });
