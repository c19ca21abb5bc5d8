    for (int k = 0; k < kImages; ++k)
      if (strcmp(argument, images[k].name) == 0)
        must("clSetKernelArg", clSetKernelArg(kernel, i, sizeof(cl_mem), &images[k].image));
