import mongoose, { type ClientSession } from 'mongoose';
import { Course, Student } from './models';

async function abort(session: ClientSession): Promise<void> {
  await session.abortTransaction();
}

export async function enrol(studentId: string, courseId: string): Promise<boolean> {
  const transaction = await mongoose.startSession();
  transaction.startTransaction();
  try {
    const course = await Course.findById(courseId).session(transaction);
    if (!course || course.seats === 0) {
      return false;
    }
    course.seats -= 1;
    await course.save({ session: transaction });
    await Student.updateOne({ _id: studentId }, { $push: { courses: courseId } }, { session: transaction });
    await transaction.commitTransaction();
    return true;
  } catch (error) {
    console.error(error);
    await abort(transaction);
    return false;
  } finally {
    transaction.endSession();
  }
}

export const enrolAll = (students: string[], courseId: string): void => {
  students.forEach(async (student) => {
    await enrol(student, courseId);
  });
};
